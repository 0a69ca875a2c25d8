import type { Micros } from '../micros.ts';

/** A balance below this many days of running daily budgets is low. */
export const WALLET_DAYS_COVERED = 2;

export type WalletLevel = 'above' | 'low' | 'empty';

/** At 0 nothing is shown any more. SQL that looks for wallets that moved has the same words. */
export function walletLevelOf(wallet: {
  readonly balanceMicros: Micros;
  /** Below it the balance is low: the operator's floor, or what the running campaigns may spend in two days. */
  readonly thresholdMicros: Micros;
}): WalletLevel {
  const { balanceMicros, thresholdMicros } = wallet;
  if (balanceMicros <= 0n) return 'empty';
  return balanceMicros < thresholdMicros ? 'low' : 'above';
}

/** What is to be told of a wallet that is another than it was: a step down, and that it is empty. */
export function walletFallOf(before: WalletLevel, level: WalletLevel): 'low' | 'empty' | null {
  if (level === before) return null;
  if (level === 'empty') return 'empty';
  return level === 'low' && before === 'above' ? 'low' : null;
}
