/**
 * The delivery address this script was loaded from, without a slash at its end. Read while the script runs: later
 * `currentScript` is null. undefined where it is not a classic script, and then nothing is done.
 */
export const DELIVERY = (document.currentScript as HTMLScriptElement | null)?.src.split('/sdk.js')[0];
