import { formatMoney, formatMoneyShort } from '../lib/format/number-format.ts';
import { useBalance } from '../lib/session/balance-store.ts';

/** The network's currency. */
export function useCurrency(): string {
  return useBalance().currency;
}

/** An amount in dollars with its currency, exact to the micro; `short` for cards, with the exact amount on hover. */
export function Money({
  value,
  currency,
  short = false,
}: {
  value: number;
  currency?: string;
  short?: boolean;
}) {
  const network = useCurrency();
  const unit = currency ?? network;
  const exact = formatMoney(value, unit);
  if (!short) return <span className="figure">{exact}</span>;
  return (
    <span className="figure" title={exact}>
      {formatMoneyShort(value, unit)}
    </span>
  );
}
