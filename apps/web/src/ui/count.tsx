import { formatCompact, formatNumber } from '../lib/format/number-format.ts';

/** A figure, shortened from 10,000 on, with the whole number on hover. */
export function Count({ value }: { value: number }) {
  return (
    <span className="figure" title={formatNumber(value)}>
      {formatCompact(value)}
    </span>
  );
}
