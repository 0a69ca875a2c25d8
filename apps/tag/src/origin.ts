/**
 * The delivery address this script was loaded from, without a slash at its end. Read while the script runs: later
 * `currentScript` is null. So it is for a module and in a shadow tree: there the call stack names the script.
 * Empty or false where neither does, and then nothing is done. Without a regular expression: the first of a page costs
 * as much as all else that is done while the script loads.
 */
const named = (document.currentScript as HTMLScriptElement | null)?.src ?? (Error().stack as string);
const end = named.indexOf('/sdk.js');

export const DELIVERY = end > 0 && named.slice(named.indexOf('http'), end);
