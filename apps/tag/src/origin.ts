/**
 * The delivery address this script was loaded from, without a slash at its end. Read while the script runs: later
 * `currentScript` is null. So it is for a module and in a shadow tree: there the call stack names the script.
 * undefined where neither does, and then nothing is done.
 */
export const DELIVERY = (
  (document.currentScript as HTMLScriptElement | null)?.src ?? (Error().stack as string)
).match(/http.+?(?=.sdk.js)/)?.[0];
