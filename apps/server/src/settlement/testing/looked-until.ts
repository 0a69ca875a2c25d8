import { EVENT_LIFETIME_MS } from '@placard/domain/event-kind';
import type { Pool } from 'pg';

/** As after days of looks, each of which moved the horizon by a step: the next one reaches it. */
export async function lookedUntil(pool: Pool, atMs: number): Promise<void> {
  await pool.query('update seen_horizon set minute = greatest(minute, $1)', [
    Math.floor((atMs - EVENT_LIFETIME_MS.click) / 60_000) - 3 * 24 * 60 - 60,
  ]);
}
