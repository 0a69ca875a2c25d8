import { formatMoney, formatMoneyCents, formatMoneyShort, moneyParts } from '../lib/format/number-format.ts';
import { useBalance } from '../lib/session/balance-store.ts';

/** The network's currency. */
export function useCurrency(): string {
  return useBalance().currency;
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
