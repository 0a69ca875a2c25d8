/** What the page asked for before any script was loaded (build/boot.js): by path, with the token it was asked with. */
type EarlyCalls = { readonly token: string; readonly calls: Record<string, Promise<Response>> };

declare global {
  interface Window {
    placardEarly?: EarlyCalls;
  }
}

/** The answer under way to this GET, once; undefined where none was asked for or the token is another by now. */
export function takeEarlyCall(path: string, token: string | null): Promise<Response> | undefined {
  const early = window.placardEarly;
  const answer = early?.calls[path];
  if (early === undefined || answer === undefined) return undefined;
  delete early.calls[path];
  return early.token === token ? answer : undefined;
}
