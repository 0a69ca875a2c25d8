import { createRequire } from 'node:module';
import { loadInParts } from '../../fairness/load-in-parts.ts';

type PasskeyChecks = typeof import('@simplewebauthn/server');

const require = createRequire(import.meta.url);

/**
 * The library that makes and checks what WebAuthn exchanges, loaded when somebody uses a passkey: few do at any one time. `import()` would read all
 * 130 files of what it needs once more, for the names they export, in one turn.
 */
export async function passkeyChecks(): Promise<PasskeyChecks> {
  return await loadInParts(
    '@simplewebauthn/server',
    async () => require('@simplewebauthn/server') as PasskeyChecks,
  );
}
