import { PAGE_VIEWS_KEPT_DAYS } from '@placard/domain/analytics/kept-days';
import { EVENT_LIFETIME_MS } from '@placard/domain/event-kind';
import { DAY_MS } from '@placard/domain/time-zone';
import type { ClientBase } from 'pg';
import { CODE_HITS_KEPT_MS } from './code-notes.ts';
import { CONVERSION_WINDOW_MS } from './judge-visits.ts';
import { KIND_COUNTED_CLICK } from './seen-pages.ts';

/** Events may reach the log this much later than they happened and still be told from repeats. */
const SEEN_GRACE_MS = 3 * 24 * 60 * 60_000;
/**
 * How far one look may move the horizon: a clock that is days ahead for an hour must not end the billing of days to come.
 * There is a look each ten minutes, so that after a long stop the horizon catches up twelve times as fast as time goes by.
 */
export const HORIZON_STEP_MINUTES = 120;
/** The rate ladder looks back a day. */
const VIEWER_CLICKS_KEPT_MS = 25 * 60 * 60_000;
/** Beyond the conversion window: a spool may be shipped late. */
const WINDOW_GRACE_MS = DAY_MS;
/** Settled batches are kept for a while, to look at. */
export const DEFAULT_BATCHES_KEPT_MS = 10 * 60_000;

/** An explanation looks at the last hour; one that is opened at the edge of a clock change still has its views. */
const VIEW_SAMPLES_KEPT_MS = 2 * 60 * 60_000;

export type Tidied = { readonly horizonMinute: number; readonly batches: number; readonly pages: number };

/**
 * Removes what settlement needs no more: settled batches (the newest of each shard stays, it tells the shipper where
 * to go on), viewers' clicks that no step of the ladder reaches, sampled views, and bitmaps of decisions none of whose events can be
 * accepted any more. The horizon only ever moves forward, and by steps; events from before it are not billed. What conversions need
 * goes by the horizon too, so that no clock takes it away.
 * @param client holds the settlement lock; the settler must forget its memory when the horizon has moved
 */
export async function tidyEventLog(
  client: ClientBase,
  now: Date,
  batchesKeptMs = DEFAULT_BATCHES_KEPT_MS,
): Promise<Tidied> {
  await client.query('begin');
  try {
    const judgedMs = await judgedUpToMs(client, now);
    const horizon = Math.floor((judgedMs - EVENT_LIFETIME_MS.click - SEEN_GRACE_MS) / 60_000);
    const { rows } = await client.query<{ minute: number }>(
      // The first look of all has nothing before it to go by.
      `update seen_horizon
          set minute = case when minute = 0 then $1 else greatest(minute, least($1, minute + $2)) end
       returning minute`,
      [horizon, HORIZON_STEP_MINUTES],
    );
    const horizonMinute = rows[0]?.minute ?? 0;
    const reachedMs = horizonMinute * 60_000 + EVENT_LIFETIME_MS.click + SEEN_GRACE_MS;
    const pages = await client.query('delete from seen_page where minute < $1 and kind <> $2', [
      horizonMinute,
      KIND_COUNTED_CLICK,
    ]);
    await tidyCollected(client, Math.min(now.getTime(), reachedMs + 60_000));
    await client.query('delete from viewer_clicks where last_at < $1', [
      new Date(now.getTime() - VIEWER_CLICKS_KEPT_MS),
    ]);
    await client.query('delete from view_sample where at < $1', [
      new Date(now.getTime() - VIEW_SAMPLES_KEPT_MS),
    ]);
    const batches = await client.query(
      `delete from event_batch b using settlement_checkpoint c
        where b.shard = c.shard and b.spool_end <= c.spool_offset and b.received_at < $1
          and b.spool_offset < (select max(n.spool_offset) from event_batch n where n.shard = b.shard)`,
      [new Date(now.getTime() - batchesKeptMs)],
    );
    await client.query('commit');
    return { horizonMinute, batches: batches.rowCount ?? 0, pages: pages.rowCount ?? 0 };
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw cause;
  }
}

/** What waits for a settler is not in the books: the horizon, by which months are closed, waits for the oldest of it. */
async function judgedUpToMs(client: ClientBase, now: Date): Promise<number> {
  const { rows } = await client.query<{ at: Date | null }>(
    'select min(judged_at) as at from settlement_part',
  );
  return Math.min(now.getTime(), rows[0]?.at?.getTime() ?? now.getTime());
}

/** What the collector needs no more: clicks and visits whose window is over, old page views, hits of more than an hour ago. */
async function tidyCollected(client: ClientBase, nowMs: number): Promise<void> {
  const windowEnd = nowMs - CONVERSION_WINDOW_MS - EVENT_LIFETIME_MS.click - WINDOW_GRACE_MS;
  const minute = Math.floor(windowEnd / 60_000);
  await client.query('delete from seen_page where minute < $1 and kind = $2', [minute, KIND_COUNTED_CLICK]);
  await client.query('delete from campaign_visit where minute < $1', [minute]);
  await client.query('delete from code_hits where minute < $1', [
    Math.floor((nowMs - CODE_HITS_KEPT_MS) / 60_000),
  ]);
  await client.query('delete from page_view_batch where settled_at < $1', [
    new Date(nowMs - PAGE_VIEWS_KEPT_DAYS * DAY_MS),
  ]);
}
