/** What time it is, in epoch milliseconds. Always an argument, so that tests and the demo's history choose it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
