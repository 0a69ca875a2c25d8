/** What the page or its browser may refuse (storage that is full or forbidden): then nothing comes of it. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    // nothing comes of it
  }
}
