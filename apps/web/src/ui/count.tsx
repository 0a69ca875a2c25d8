import { formatCompact, formatNumber, formatPercent } from '../lib/format/number-format.ts';

/** A figure, shortened from 10,000 on, with the whole number on hover. */
export function Count({ value }: { value: number }) {
  return (
    <span className="figure" title={formatNumber(value)}>
      {formatCompact(value)}
    </span>
  );
}

/** A share as percent; a dash where there is nothing to divide by. */
export function Percent({ share }: { share: number | null }) {
  return <span className="figure">{share === null ? '–' : formatPercent(share)}</span>;
}
