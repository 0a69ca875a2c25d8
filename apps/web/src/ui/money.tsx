import { formatMoney, formatMoneyCents, formatMoneyShort, moneyParts } from '../lib/format/number-format.ts';
import { type Session, useSession } from '../lib/session/session-store.ts';

/** The network's currency: of everybody, not of advertisers alone, who have a balance in it. */
export function useCurrency(): string {
  return currencyOf(useSession());
}

export function currencyOf({ user }: Session): string {
  return user?.currency ?? 'USD';
}

/**
 * An amount in dollars with its currency. By itself exact to the micro, what is below a cent set back; `aligned` for
 * columns, in whole cents; `short` for cards. Both have the exact amount on hover, and show the same of it.
 */
export function Money({
  value,
  currency,
  short = false,
  aligned = false,
}: {
  value: number;
  currency?: string;
  short?: boolean;
  aligned?: boolean;
}) {
  const network = useCurrency();
  const unit = currency ?? network;
  if (short || aligned) {
    return (
      <span className={aligned ? 'figure aligned' : 'figure'} title={formatMoney(value, unit)}>
        {short ? formatMoneyShort(value, unit) : formatMoneyCents(value, unit)}
      </span>
    );
  }
  const { cents, belowCents, end } = moneyParts(value, unit);
  return (
    <span className="figure">
      {cents}
      {belowCents !== '' && <span className="below-cents">{belowCents}</span>}
      {end}
    </span>
  );
}
