import type { Role } from '../roles.ts';

/** Whom the network asks who they are once more before money moves. */
export const STEP_UP_REQUIREMENTS = ['nobody', 'operators', 'everybody'] as const;
export type StepUpRequirement = (typeof STEP_UP_REQUIREMENTS)[number];

/** How long an answer holds, in the session in which it was given. Signing in is one. */
export const PROOF_VALID_MS = 10 * 60_000;

/** Whether somebody with these roles is asked. */
export function needsStepUp(requirement: StepUpRequirement, roles: readonly Role[]): boolean {
  if (requirement === 'everybody') return true;
  return requirement === 'operators' && roles.includes('operator');
}

/** @param provedAtMs null: not in this session. One from after now, by a clock that was set back, counts as old as it is early. */
export function isProofRecent(provedAtMs: number | null, nowMs: number): boolean {
  return provedAtMs !== null && Math.abs(nowMs - provedAtMs) < PROOF_VALID_MS;
}
