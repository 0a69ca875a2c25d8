import { formatNumber, formatPercent } from '../../lib/format/number-format.ts';

/** A dash where there was nothing to have a share of. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : formatPercent(part / whole);
}

/** How long 99 of 100 took: the upper end of what was measured. */
export function latencyText(ms: number | null): string {
  return ms === null ? '–' : `≤ ${formatNumber(ms)} ms`;
}
