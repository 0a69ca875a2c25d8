/** How many questions are answered at once, and how many wait. */
export const ENGINE_LIMITS = {
  /**
   * Questions at once, beside whatever is loaded. Each call has a thread of libuv's to itself, of which a process has four
   * where nobody says otherwise.
   */
  readers: 3,
  /** A key leaves a connection to the others, however long its questions take. */
  readersOfAKey: 2,
  waitingOfAKey: 200,
  waitingInAll: 1_000,
  patienceMs: 20_000,
  /** A question that takes longer is given up: others wait behind it. */
  longestAnswerSeconds: 30,
  /** Copying a report of a million rows takes some seconds. */
  longestCopySeconds: 120,
};

export type EngineLimits = typeof ENGINE_LIMITS;
