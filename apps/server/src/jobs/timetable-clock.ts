import type { Pool } from 'pg';

/** Steps of clocks that are kept right by the network, and waits of a process, are shorter. */
const STEP_MS = 60_000;

/** Tells when the clock was set back while a process ran. */
export class ClockSteps {
  readonly #nowMs: () => number;
  readonly #upMs: () => number;
  #aheadMs: number;

  /** @param upMs time that no one sets */
  constructor(nowMs: () => number, upMs: () => number) {
    this.#nowMs = nowMs;
    this.#upMs = upMs;
    this.#aheadMs = nowMs() - upMs();
  }

  /** Since it was asked last. */
  wasSetBack(): boolean {
    const aheadMs = this.#nowMs() - this.#upMs();
    const stepMs = aheadMs - this.#aheadMs;
    this.#aheadMs = aheadMs;
    return stepMs < -STEP_MS;
  }
}

/**
 * graphile-worker notes when it ran each entry of the timetable last, and runs none again before. What it noted by a clock that was
 * wrong may be years to come: no month would be closed until then.
 */
export async function forgetRunsToCome(pool: Pool, now: Date): Promise<void> {
  const { rows } = await pool.query<{ known: boolean }>(
    "select to_regclass('graphile_worker._private_known_crontabs') is not null as known",
  );
  if (rows[0]?.known !== true) return;
  await pool.query(
    `update graphile_worker._private_known_crontabs
        set last_execution = least(last_execution, $1), known_since = least(known_since, $1)
      where greatest(last_execution, known_since) > $2`,
    [now, new Date(now.getTime() + STEP_MS)],
  );
}
