import { dollarsFromMicros, type Micros, microsFromDollars } from '@placard/domain/micros';

/** Micros of dollars that the contract's schema let through. @throws RangeError where it would not have. */
export function microsOf(dollars: number): Micros {
  const micros = microsFromDollars(dollars);
  if (micros === null) throw new RangeError(`${dollars} dollars are no exact amount of micros`);
  return micros;
}

export function microsOrNull(dollars: number | null): Micros | null {
  return dollars === null ? null : microsOf(dollars);
}

export function dollarsOrNull(micros: Micros | null): number | null {
  return micros === null ? null : dollarsFromMicros(micros);
}
