/** What time it is. Always an argument, so that tests and the demo's history choose it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
