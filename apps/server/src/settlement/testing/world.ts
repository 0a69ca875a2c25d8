import { randomBytes } from 'node:crypto';
import {
  DEVICE_CODES,
  TOKEN_FLAG_CPC,
  TOKEN_FLAG_VIDEO,
  TOKEN_PAYLOAD_BYTES,
  writeDecisionPayload,
} from '@placard/contract/wire/decision-token';
import { TOKEN_EVENT_BYTES, writeTokenEvent } from '@placard/contract/wire/event-record';
import type { Db } from '@placard/db/database';
import { EVENT_KIND_CODES, type EventKind } from '@placard/domain/event-kind';
import { depositEntries } from '@placard/domain/ledger/postings';
import type { Role } from '@placard/domain/roles';
import type { Pool } from 'pg';
import type { Actor } from '../../deps.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';

/** Records and rows that settlement's tests and its bench are made of. */

export type AdSetSpec = {
  readonly totalBudgetMicros: bigint;
  readonly dailyBudgetMicros?: bigint | null;
};

export type CampaignSpec = {
  readonly totalBudgetMicros: bigint;
  readonly dailyBudgetMicros?: bigint | null;
  readonly adSets: readonly AdSetSpec[];
};

export type AdvertiserSpec = {
  readonly timeZone: string;
  readonly walletMicros: bigint;
  readonly campaigns: readonly CampaignSpec[];
};

export type WorldAdSet = { readonly id: number; readonly campaignId: number; readonly advertiserId: number };
export type WorldWidget = { readonly id: number; readonly websiteId: number; readonly publisherId: number };
export type World = { readonly adSets: readonly WorldAdSet[]; readonly widgets: readonly WorldWidget[] };

function key(): string {
  return randomBytes(12).toString('hex');
}

async function makeAccount(db: Db, timeZone: string): Promise<number> {
  const user = await db
    .insertInto('app_user')
    .values({ email: `${key()}@example.test`, status: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('account')
    .values({ time_zone: timeZone, status: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('account_member').values({ account_id: id, user_id: user.id, role: 'owner' }).execute();
  return id;
}

/** An account's owner, acting: each account of a world was made right after its owner, so their ids are alike. */
export function ownerOf(accountId: number | undefined, role: Role, timeZone = 'UTC'): Actor {
  const id = accountId ?? 0;
  return { userId: id, accountId: id, member: 'owner', sessionId: 0, roles: [role], timeZone };
}

/** Advertisers with running campaigns and money, publishers with one website of some widgets each. */
export async function makeWorld(
  db: Db,
  spec: { readonly advertisers: readonly AdvertiserSpec[]; readonly widgetsOfPublishers: readonly number[] },
): Promise<World> {
  const adSets: WorldAdSet[] = [];
  for (const advertiser of spec.advertisers) {
    const advertiserId = await makeAccount(db, advertiser.timeZone);
    if (advertiser.walletMicros > 0n) {
      await db.transaction().execute((trx) =>
        postTransaction(trx, {
          kind: 'deposit',
          reference: `deposit:test:${key()}`,
          entries: depositEntries({ advertiserId, amountMicros: advertiser.walletMicros }),
        }),
      );
    }
    for (const campaign of advertiser.campaigns) {
      const { id: campaignId } = await db
        .insertInto('campaign')
        .values({
          advertiser_id: advertiserId,
          name: 'Autumn',
          objective: 'BRAND_AWARENESS',
          total_budget_micros: campaign.totalBudgetMicros,
          daily_budget_micros: campaign.dailyBudgetMicros ?? null,
          start_date: '2026-01-01',
          status: 'active',
          approved_at: new Date(),
          analytics_key: key(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const rows = await db
        .insertInto('ad_set')
        .values(
          campaign.adSets.map((adSet) => ({
            campaign_id: campaignId,
            name: 'Everyone',
            total_budget_micros: adSet.totalBudgetMicros,
            daily_budget_micros: adSet.dailyBudgetMicros ?? null,
          })),
        )
        .returning('id')
        .execute();
      for (const row of rows) adSets.push({ id: row.id, campaignId, advertiserId });
    }
  }
  return { adSets, widgets: await makeWidgets(db, spec.widgetsOfPublishers) };
}

async function makeWidgets(db: Db, widgetsOfPublishers: readonly number[]): Promise<WorldWidget[]> {
  const widgets: WorldWidget[] = [];
  for (const count of widgetsOfPublishers) {
    const publisherId = await makeAccount(db, 'UTC');
    const { id: websiteId } = await db
      .insertInto('website')
      .values({
        publisher_id: publisherId,
        domain: `${key()}.test`,
        categories: ['news'],
        monthly_traffic: 1000,
        status: 'active',
        analytics_key: key(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = await db
      .insertInto('widget')
      .values(
        Array.from({ length: count }, (_, index) => ({
          website_id: websiteId,
          type: 'banner' as const,
          name: `Top ${index}`,
          embed_key: key(),
        })),
      )
      .returning('id')
      .execute();
    for (const row of rows) widgets.push({ id: row.id, websiteId, publisherId });
  }
  return widgets;
}

export type EventSpec = {
  readonly kind: EventKind;
  readonly eventAtMs: number;
  readonly decidedAtMs: number;
  readonly shard: number;
  readonly sequence: number;
  readonly adSetId: number;
  readonly widgetId: number;
  readonly creativeId?: number;
  readonly priceMicros: number;
  readonly shareBp?: number;
  readonly isCpc?: boolean;
  readonly isVideo?: boolean;
  readonly otherClock?: boolean;
  readonly viewer?: number;
  readonly reason?: number;
  readonly country?: string;
  readonly device?: 0 | 1 | 2 | 3;
};

const payload = new Uint8Array(TOKEN_PAYLOAD_BYTES);
const payloadView = new DataView(payload.buffer);
const viewerHash = new Uint8Array(8);
const viewerView = new DataView(viewerHash.buffer);

/** Writes the event's 64 bytes at `offset`. */
export function writeEvent(target: Uint8Array, offset: number, event: EventSpec): void {
  writeDecisionPayload(payloadView, 0, {
    keyId: 1,
    shard: event.shard,
    minute: Math.floor(event.decidedAtMs / 60_000),
    sequence: event.sequence,
    adSetId: event.adSetId,
    creativeId: event.creativeId ?? 1,
    widgetId: event.widgetId,
    priceMicros: event.priceMicros,
    shareBp: event.shareBp ?? 7000,
    flags: (event.isCpc === true ? TOKEN_FLAG_CPC : 0) | (event.isVideo === true ? TOKEN_FLAG_VIDEO : 0),
    device: event.device ?? DEVICE_CODES.desktop,
    country: event.country ?? 'DE',
    language: 'de',
    widthPx: 300,
    heightPx: 250,
    msOfMinute: event.decidedAtMs % 60_000,
  });
  viewerView.setUint32(4, event.viewer ?? 1);
  writeTokenEvent(target, offset, {
    kind: EVENT_KIND_CODES[event.kind],
    reason: event.reason ?? 0,
    eventAtMs: event.eventAtMs,
    viewerHash,
    payload,
    otherClock: event.otherClock ?? false,
  });
}

export function bodyOf(events: readonly EventSpec[]): Buffer {
  const body = Buffer.alloc(events.length * TOKEN_EVENT_BYTES);
  for (const [index, event] of events.entries()) writeEvent(body, index * TOKEN_EVENT_BYTES, event);
  return body;
}

/** Ships a body as the next batch of a spool. */
export async function shipBatch(
  pool: Pool,
  batch: {
    readonly shard: number;
    readonly spoolOffset: number;
    readonly body: Buffer;
    readonly recordCount: number;
    readonly receivedAt: Date;
  },
): Promise<void> {
  await pool.query(
    `insert into event_batch (shard, spool_offset, spool_end, record_count, body, received_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      batch.shard,
      batch.spoolOffset,
      batch.spoolOffset + batch.body.byteLength,
      batch.recordCount,
      batch.body,
      batch.receivedAt,
    ],
  );
}
