/** What the page asked for before any script was loaded (build/boot.js): by path, with the token and the account it was asked with. */
type EarlyCalls = {
  readonly token: string;
  readonly account: string | null;
  readonly calls: Record<string, Promise<Response>>;
};

declare global {
  interface Window {
    placardEarly?: EarlyCalls;
  }
}

/** The answer under way to this GET, once; undefined where none was asked for or token or account is another by now. */
export function takeEarlyCall(
  path: string,
  token: string | null,
  account: string | null,
): Promise<Response> | undefined {
  const early = window.placardEarly;
  const answer = early?.calls[path];
  if (early === undefined || answer === undefined) return undefined;
  delete early.calls[path];
  return early.token === token && early.account === account ? answer : undefined;
}
