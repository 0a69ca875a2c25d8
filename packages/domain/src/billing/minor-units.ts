import type { Micros } from '../micros.ts';

/** Currencies that card gateways count in whole units, and those with thousandths; all others have hundredths. */
const WITHOUT_PARTS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));
/** Counted in hundredths which must be 00. */
const WHOLE_HUNDREDTHS = new Set(['ISK', 'UGX']);

const MICROS_PER_UNIT = 1_000_000n;

function microsPerMinorUnit(currency: string): bigint {
  if (WITHOUT_PARTS.has(currency)) return MICROS_PER_UNIT;
  return THOUSANDTHS.has(currency) ? 1_000n : 10_000n;
}

/** Whether money is counted in it somewhere: a slip of the pen is no currency. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

/** The smallest step of an amount: a cent; a whole unit where the currency has no parts. */
export function smallestStepMicros(currency: string): Micros {
  if (WITHOUT_PARTS.has(currency) || WHOLE_HUNDREDTHS.has(currency)) return MICROS_PER_UNIT;
  return 10_000n;
}

/** An amount as a card gateway counts it; `null` where it is not a multiple of what can be paid. */
export function minorUnits(amountMicros: Micros, currency: string): bigint | null {
  if (amountMicros % smallestStepMicros(currency) !== 0n) return null;
  return amountMicros / microsPerMinorUnit(currency);
}

/** Back from a gateway's count; exact. */
export function microsOfMinorUnits(count: bigint, currency: string): Micros {
  return count * microsPerMinorUnit(currency);
}
