import { formatBalance, formatMoney, formatMoneyShort, moneyParts } from '../lib/format/number-format.ts';
import { useBalance } from '../lib/session/balance-store.ts';

/** The network's currency. */
export function useCurrency(): string {
  return useBalance().currency;
}

/**
 * An amount in dollars with its currency, exact to the micro; what is below a cent is set back. `short` for cards, with
 * the exact amount on hover; `aligned` for columns, where the cents stand below each other.
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
  if (short) {
    return (
      <span className="figure" title={formatMoney(value, unit)}>
        {formatMoneyShort(value, unit)}
      </span>
    );
  }
  const { cents, belowCents, end } = moneyParts(value, unit);
  return (
    <span className={aligned ? 'figure aligned' : 'figure'}>
      {cents}
      {(aligned || belowCents !== '') && <span className="below-cents">{belowCents}</span>}
      {end}
    </span>
  );
}

/** What somebody owns: whole cents, never rounded up, with the exact amount on hover. */
export function Balance({ value, currency }: { value: number; currency: string }) {
  return (
    <span className="figure" title={formatMoney(value, currency)}>
      {formatBalance(value, currency)}
    </span>
  );
}
