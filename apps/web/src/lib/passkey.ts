/** Whether this browser knows passkeys. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/** Has the browser make one. @param options as the server gave them @returns its answer; throws where nobody wanted it */
export async function makePasskey(options: string): Promise<string> {
  // With the press: no page is loaded later for it.
  const { startRegistration } = await import('@simplewebauthn/browser');
  return JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }));
}

/** Has the browser ask for one and sign with it. As above. */
export async function showPasskey(options: string): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }));
}
