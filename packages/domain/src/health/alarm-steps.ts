/** What is beyond a threshold for a moment tells itself away: so long it has to last before anybody is told. */
export const ALARM_PATIENCE_MS = 60_000;
/** And so long it has to be gone before it is said to be over: what comes and goes is one alarm. */
export const CALM_MS = 5 * 60_000;

/** An alarm that was seen lately. */
export type NotedAlarm<Kind extends string> = {
  readonly kind: Kind;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** Null: nobody was told yet. */
  readonly toldMs: number | null;
};

export type AlarmSteps<Kind extends string> = {
  /** What is noted from now on. */
  readonly noted: readonly NotedAlarm<Kind>[];
  /** Of whom to tell that it began, and that it is over. */
  readonly begun: readonly Kind[];
  readonly over: readonly NotedAlarm<Kind>[];
};

/** Goes from what was noted to what is found now. */
export function alarmSteps<Kind extends string>(
  before: readonly NotedAlarm<Kind>[],
  found: readonly Kind[],
  nowMs: number,
): AlarmSteps<Kind> {
  const noted: NotedAlarm<Kind>[] = [];
  const begun: Kind[] = [];
  const over: NotedAlarm<Kind>[] = [];
  const known = new Map(before.map((each) => [each.kind, each]));
  for (const kind of found) {
    const was = known.get(kind);
    known.delete(kind);
    // A clock may go back: what it showed then is yet to come.
    const firstSeenMs = Math.min(was?.firstSeenMs ?? nowMs, nowMs);
    const begins = (was?.toldMs ?? null) === null && nowMs - firstSeenMs >= ALARM_PATIENCE_MS;
    if (begins) begun.push(kind);
    noted.push({ kind, firstSeenMs, lastSeenMs: nowMs, toldMs: begins ? nowMs : (was?.toldMs ?? null) });
  }
  for (const gone of known.values()) {
    // Nobody heard of it: nobody has to hear that it is over.
    if (gone.toldMs === null) continue;
    if (nowMs - gone.lastSeenMs >= CALM_MS) over.push(gone);
    else noted.push(gone);
  }
  return { noted, begun, over };
}
