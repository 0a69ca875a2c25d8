const LOOK_MS = 1_000;

/**
 * Tells once that whoever started this process is gone. npm hands SIGINT and SIGTERM on to what it runs; when anything else ends
 * it, a SIGHUP to it alone or a kill -9, nobody says so, and what it ran would go on where nobody sees it.
 */
export function whenParentGone(tell: () => void, lookMs = LOOK_MS): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    tell();
  }, lookMs);
  looking.unref();
}
