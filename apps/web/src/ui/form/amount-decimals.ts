const CENTS = 2;

/** How many decimals a resting amount shows: its own, at least cents. */
export function decimalsShown(value: number | string | undefined): number {
  return Math.max(CENTS, String(value ?? '').split('.')[1]?.length ?? 0);
}
