import { setTimeout as sleep } from 'node:timers/promises';
import type { Secrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys, type RunQuery } from '@placard/db/secrets/signing-keys';
import type { ClientBase } from 'pg';
import type { TokenKeys } from '../decide/token.ts';
import { type Change, ChangeLog } from './change-log.ts';
import type { Connected } from './reconnecting.ts';
import {
  type ClickCountRow,
  readAccounts,
  readAdSets,
  readAll,
  readBidCards,
  readCampaigns,
  readClickCounts,
  readCreatives,
  readSettings,
  readShares,
  readWebsites,
  readWidgets,
  type SettingsRow,
} from './rows.ts';
import { type ChangedRows, NO_CHANGE, type Snapshot } from './snapshot.ts';

const POLL_MS = 250;
const PLAN_POLL_MS = 1_000;
const COUNTS_EVERY_MS = 30_000;

export type PlanRow = { readonly version: number; readonly body: Uint8Array };

/**
 * Reads the state and where to go on from, in one repeatable-read transaction: what commits later its snapshot did not see, so nothing
 * falls between. Rows are taken over in parts, so that ads are decided meanwhile.
 * @param open makes what holds the state @returns the cursor for `ChangeLog`, too
 */
export async function readStart(
  client: ClientBase,
  open: (settings: SettingsRow) => Snapshot,
): Promise<{ snapshot: Snapshot; cursor: string }> {
  await client.query('begin transaction isolation level repeatable read read only');
  try {
    const { rows: marks } = await client.query<{ seen: string }>(
      'select pg_current_snapshot()::text as seen',
    );
    const snapshot = open(await readSettings(client));
    snapshot.apply({
      ...NO_CHANGE,
      shares: await readShares(client),
      bidCards: await readBidCards(client),
    });
    for await (const part of readAll(client)) snapshot.apply({ ...NO_CHANGE, ...part });
    return { snapshot, cursor: marks[0]?.seen ?? '' };
  } finally {
    await client.query('rollback');
  }
}

async function readChanged(client: ClientBase, changes: readonly Change[]): Promise<ChangedRows> {
  const idsOf = (...kinds: readonly string[]) => [
    ...new Set(changes.filter((change) => kinds.includes(change.kind)).map((change) => change.subjectId)),
  ];
  const campaignIds = idsOf('campaign');
  const adSetIds = idsOf('ad_set');
  const settingsChanged = changes.some((change) => change.kind === 'settings');
  return {
    settings: settingsChanged ? await readSettings(client) : null,
    shares: changes.some((change) => change.kind === 'share') ? await readShares(client) : null,
    bidCards: changes.some((change) => change.kind === 'minimum_bids') ? await readBidCards(client) : null,
    accounts: await readAccounts(client, idsOf('account', 'wallet')),
    campaigns: await readCampaigns(client, campaignIds),
    adSets: adSetIds.length + campaignIds.length === 0 ? [] : await readAdSets(client, adSetIds, campaignIds),
    adSetIds,
    creatives: await readCreatives(client, idsOf('creative')),
    websites: await readWebsites(client, idsOf('website')),
    widgets: await readWidgets(client, idsOf('widget')),
  };
}

/** Loads the signing keys, making the first if there is none; whichever has begun to by now signs. */
export async function addSigningKeys(
  client: ClientBase,
  keys: TokenKeys,
  secrets: Secrets,
  nowMs: number,
): Promise<void> {
  const query: RunQuery = async (text, values) => (await client.query(text, [...values])).rows;
  for (const { id, secret, signsFromMs } of await loadSigningKeys(query, secrets)) {
    keys.add(id, secret, signsFromMs);
  }
  keys.signAsOf(nowMs);
}

/** @returns the plan if it is newer than `version`. */
export async function readPlan(client: ClientBase, version: number): Promise<PlanRow | null> {
  const { rows } = await client.query<PlanRow>(
    'select version::float8 as version, body from pacing_plan where version > $1',
    [version],
  );
  return rows[0] ?? null;
}

/**
 * Follows change log, pacing plan and signing keys until the connection ends: woken by NOTIFY, else every 250 ms.
 * @returns never before the signal aborts; throws where a query fails.
 */
export async function follow(
  { client, signal }: Connected,
  target: {
    readonly cursor: string;
    /** Everything was read just now, as far as the cursor. */
    readonly isFresh: boolean;
    readonly keys: TokenKeys;
    readonly secrets: Secrets;
    readonly planVersion: () => number;
    readonly onChanges: (changed: ChangedRows, cursor: string) => Promise<void>;
    /** Whether the change log was not read for so long that it may have been pruned, as by a process that was frozen. */
    readonly isLost: () => boolean;
    /** Told after each read of the change log. */
    readonly onRead: () => void;
    readonly onPlan: (plan: PlanRow) => Promise<void>;
    readonly onClickCounts: (parts: AsyncIterable<readonly ClickCountRow[]>) => Promise<void>;
    readonly nowMs: () => number;
    /** Time that no one sets: a clock that is set back must not keep a plan from being read. */
    readonly upMs: () => number;
  },
): Promise<void> {
  const log = new ChangeLog(target.cursor, { isFresh: target.isFresh });
  let planDueMs = Number.NEGATIVE_INFINITY;
  let countsDueMs = target.upMs() + COUNTS_EVERY_MS;
  let wake: () => void = () => undefined;
  client.on('notification', () => wake());
  await client.query('listen placard_change');
  while (!signal.aborted) {
    const notified = new Promise<void>((resolve) => {
      wake = resolve;
    });
    if (target.isLost()) throw new Error('the change log was not read for hours: everything is read again');
    const changes = await log.next(client);
    target.onRead();
    if (changes.length > 0) await target.onChanges(await readChanged(client, changes), log.cursor);
    if (target.upMs() >= planDueMs) {
      planDueMs = target.upMs() + PLAN_POLL_MS;
      const plan = await readPlan(client, target.planVersion());
      if (plan !== null) await target.onPlan(plan);
      await addSigningKeys(client, target.keys, target.secrets, target.nowMs());
    }
    if (target.upMs() >= countsDueMs) {
      countsDueMs = target.upMs() + COUNTS_EVERY_MS;
      await target.onClickCounts(readClickCounts(client));
    }
    if (!log.hasMore) {
      await Promise.race([notified, sleep(POLL_MS, undefined, { signal, ref: false })]).catch(
        () => undefined,
      );
    }
  }
}
