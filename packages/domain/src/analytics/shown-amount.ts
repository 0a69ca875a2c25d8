/** An amount in dollars as it is shown, and whether what is meant is less than that (`<`), or nearer to 0 from below (`>`). */
export type ShownAmount = { readonly dollars: number; readonly beyond: '' | '<' | '>' };

const MICROS = 1_000_000;
const MICROS_PER_CENT = 10_000;
const CENT = 0.01;

/**
 * Whole cents, so that all amounts have as many digits. Cut off and never rounded up: no more is shown than there is. What
 * is less than a cent and not nothing says so.
 */
export function wholeCents(dollars: number): ShownAmount {
  const micros = Math.round(dollars * MICROS);
  const cents = Math.trunc(micros / MICROS_PER_CENT);
  if (cents !== 0 || micros === 0) return exactly(cents / 100);
  return lessThan(CENT, micros);
}

/** What a float calls -0 is 0: nobody owes nothing. */
function exactly(dollars: number): ShownAmount {
  return { dollars: dollars + 0, beyond: '' };
}

function lessThan(least: number, side: number): ShownAmount {
  return side > 0 ? { dollars: least, beyond: '<' } : { dollars: -least, beyond: '>' };
}

const LEAST_AVERAGE = 0.0001;

/** An average has no micro worth reading: cents, and below a dollar a hundredth of them. What is less and not nothing says so. */
export function shownAverage(dollars: number): ShownAmount {
  const steps = Math.abs(dollars) < 1 ? 1 / LEAST_AVERAGE : 100;
  const rounded = Math.round(dollars * steps) / steps;
  return rounded !== 0 || dollars === 0 ? exactly(rounded) : lessThan(LEAST_AVERAGE, dollars);
}
