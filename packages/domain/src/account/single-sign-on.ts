/** From when a browser is sent to the provider, or asked for a password or a code, until its answer counts no more. */
export const SINGLE_SIGN_ON_VALID_MS = 10 * 60_000;

/** Links of one person: one for each provider that the network ever had. */
export const SIGN_IN_LINKS_MOST = 10;

export function mayLinkSignIn(count: number): boolean {
  return count < SIGN_IN_LINKS_MOST;
}

export function isSingleSignOnOpen(beganMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - beganMs) < SINGLE_SIGN_ON_VALID_MS;
}

/**
 * When somebody last showed the provider who they are: it lets in by a session of its own too, which proves nothing now.
 * @param authTimeSeconds the provider's `auth_time`; null where it does not say
 * @returns never after now; null: not known
 */
export function provedAtProviderMs(authTimeSeconds: number | null, nowMs: number): number | null {
  if (authTimeSeconds === null || !Number.isFinite(authTimeSeconds) || authTimeSeconds <= 0) return null;
  return Math.min(authTimeSeconds * 1_000, nowMs);
}
