import type { LucideIcon } from 'lucide-react';
import { Count } from '../../ui/count.tsx';
import { Money } from '../../ui/money.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';

type Card = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly money?: boolean;
  readonly hint?: string;
};

/** The cards above a list: by the name of the figure in the list's answer. */
export function ListStats<Name extends string>({
  query,
  cards,
}: {
  query: {
    readonly data: { readonly stats: { readonly [Figure in Name]: number } } | undefined;
    readonly isError: boolean;
  };
  cards: Readonly<Record<Name, Card>>;
}) {
  const stats: Readonly<Record<string, number>> | undefined = query.data?.stats;
  return (
    <StatCards failed={query.isError}>
      {Object.entries<Card>(cards).map(([name, { money = false, ...card }]) => (
        <StatCard
          key={name}
          {...card}
          loading={stats === undefined}
          value={money ? <Money value={stats?.[name] ?? 0} short /> : <Count value={stats?.[name] ?? 0} />}
        />
      ))}
    </StatCards>
  );
}
