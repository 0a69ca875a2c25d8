/**
 * A job that takes longer than until its next run: that one ends at once, and what it would have done is the first one's or
 * the next one's. Else three of them take all places there are, and nothing else of the timetable runs meanwhile.
 */
export function oneAtATime<Given extends readonly unknown[]>(
  work: (...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  let running = false;
  return async (...given) => {
    if (running) return;
    running = true;
    try {
      await work(...given);
    } finally {
      running = false;
    }
  };
}
