import { loadInParts } from '../../fairness/load-in-parts.ts';

/** The library that makes and checks what WebAuthn exchanges, loaded when somebody uses a passkey: few do at any one time. */
export async function passkeyChecks(): Promise<typeof import('@simplewebauthn/server')> {
  return await loadInParts('@simplewebauthn/server', async () => await import('@simplewebauthn/server'));
}
