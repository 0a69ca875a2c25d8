/** More than anybody has devices. */
export const PASSKEYS_MOST = 20;

/** From when a browser is asked for a passkey until its answer counts no more. */
export const CEREMONY_VALID_MS = 5 * 60_000;

export function mayAddPasskey(count: number): boolean {
  return count < PASSKEYS_MOST;
}

export function isCeremonyOpen(beganMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - beganMs) < CEREMONY_VALID_MS;
}

/** What passkeys are bound to: a name and the whole origin. */
export type PasskeyPlace = { readonly host: string; readonly origin: string };

/**
 * Browsers give passkeys to names alone, by https, and to this machine.
 * @param publicUrl the dashboard's, as browsers see it
 * @returns null where there can be none
 */
export function passkeyPlace(publicUrl: string): PasskeyPlace | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isName = !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname);
  const isThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isName && (protocol === 'https:' || isThisMachine) ? { host: hostname, origin } : null;
}
