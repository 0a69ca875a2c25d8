import { writeClickId } from '@placard/contract/wire/click-id';
import {
  type PageViewRecord,
  pageViewRecord,
  VISIT_KINDS,
  visitRecord,
} from '@placard/contract/wire/collect-record';
import { TOKEN_PAYLOAD_BYTES } from '@placard/contract/wire/decision-token';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import type { Actor } from '../../deps.ts';
import { testDeps } from '../../features/testing/fixtures.ts';
import { settleAvailable } from '../settle-available.ts';
import type { Settler } from '../settler.ts';
import { tidyEventLog } from '../tidy-event-log.ts';
import { lookedUntil } from './looked-until.ts';
import {
  bodyOf,
  type EventSpec,
  makeWorld,
  ownerOf,
  shipBatch,
  type World,
  type WorldAdSet,
  type WorldWidget,
} from './world.ts';

export const NOON = Date.UTC(2026, 4, 13, 12, 0, 0);

export type Call = {
  /** Of the click's decision; none = no click id. */
  readonly sequence?: number;
  readonly adSetIndex?: number;
  readonly clickMs?: number;
  /** Whose code it is told to; by default that of the click's campaign. */
  readonly campaignIndex?: number;
  readonly atMs?: number;
  readonly value?: bigint;
  readonly currency?: string;
  readonly orderId?: string;
  readonly reason?: number;
};

/** An advertiser with two campaigns, two publishers with a website each, and what analytics.js tells of them. */
export class CollectedWorld {
  readonly database: TestDatabase;
  readonly world: World;
  /** The settler's clock: assign to move it. */
  now = NOON;
  readonly #spools = new Map<number, number>();

  private constructor(database: TestDatabase, world: World) {
    this.database = database;
    this.world = world;
  }

  static async make(): Promise<CollectedWorld> {
    const database = await createTestDatabase();
    const campaign = { totalBudgetMicros: 10n ** 9n, adSets: [{ totalBudgetMicros: 10n ** 9n }] };
    const world = await makeWorld(database.db, {
      advertisers: [{ timeZone: 'UTC', walletMicros: 10n ** 9n, campaigns: [campaign, campaign] }],
      widgetsOfPublishers: [1, 1],
    });
    return new CollectedWorld(database, world);
  }

  adSet(index = 0): WorldAdSet {
    const found = this.world.adSets[index];
    if (found === undefined) throw new Error(`there is no ad set ${index}`);
    return found;
  }

  widget(index = 0): WorldWidget {
    const found = this.world.widgets[index];
    if (found === undefined) throw new Error(`there is no widget ${index}`);
    return found;
  }

  decision(sequence: number, adSetIndex = 0, atMs = NOON): Omit<EventSpec, 'kind' | 'eventAtMs'> {
    return {
      ...{ sequence, shard: 0, decidedAtMs: atMs, viewer: sequence + 1 },
      ...{
        adSetId: this.adSet(adSetIndex).id,
        widgetId: this.widget().id,
        priceMicros: 200_000,
        isCpc: true,
      },
    };
  }

  /** An impression and a click of it, both counted. */
  clicked(sequence: number, adSetIndex = 0, atMs = NOON): Buffer {
    const decision = this.decision(sequence, adSetIndex, atMs);
    return bodyOf([
      { ...decision, kind: 'impression', eventAtMs: atMs + 100 },
      { ...decision, kind: 'click', eventAtMs: atMs + 2_000 },
    ]);
  }

  call(kind: keyof typeof VISIT_KINDS, spec: Call): Uint8Array {
    return visitRecord(
      {
        kind: VISIT_KINDS[kind],
        reason: spec.reason ?? 0,
        atMs: spec.atMs ?? NOON + 10_000,
        campaignId: this.adSet(spec.campaignIndex ?? spec.adSetIndex ?? 0).campaignId,
        valueMicros: spec.value ?? null,
        currency: spec.currency ?? '',
        orderId: spec.orderId ?? '',
      },
      spec.sequence === undefined ? null : this.#clickIdOf(spec.sequence, spec.adSetIndex, spec.clickMs),
    );
  }

  viewRecord(view: Partial<PageViewRecord> & { readonly visitor?: number }): Uint8Array {
    const hash = new Uint8Array(8);
    hash[7] = view.visitor ?? 1;
    return pageViewRecord(
      {
        ...{ reason: 0, device: 1, onOwnDomain: true, atMs: NOON, websiteId: this.widget().websiteId },
        ...{ country: 'DE', referrerHost: '', pageHost: '', path: '/' },
        ...view,
      },
      hash,
    );
  }

  async ship(records: readonly Uint8Array[], shard = 0): Promise<void> {
    const body = Buffer.concat(records);
    const spoolOffset = this.#spools.get(shard) ?? 0;
    this.#spools.set(shard, spoolOffset + body.length);
    await shipBatch(this.database.pool, {
      ...{ shard, spoolOffset, body, recordCount: records.length, receivedAt: new Date(this.now) },
    });
  }

  async settle(settler?: Settler): Promise<void> {
    await settleAvailable({
      pool: this.database.pool,
      clock: () => new Date(this.now),
      ...(settler === undefined ? {} : { settler }),
    });
  }

  async tidy(): Promise<void> {
    await lookedUntil(this.database.pool, this.now);
    const client = await this.database.pool.connect();
    await tidyEventLog(client, new Date(this.now));
    client.release();
  }

  /** What a campaign's code counted. */
  async counts(index = 0): Promise<Record<string, number>> {
    const { rows } = await this.database.pool.query<Record<string, bigint>>(
      `select visit_count as visit, conversion_count as conversion, unattributed_count as unattributed,
              filtered_count as filtered from campaign_code where campaign_id = $1`,
      [this.adSet(index).campaignId],
    );
    return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([key, value]) => [key, Number(value)]));
  }

  async problems(): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ text: string }>(
      "select problem || ':' || detail || ':' || count as text from code_problem order by problem",
    );
    return rows.map((row) => row.text);
  }

  get advertiser(): Actor {
    return ownerOf(this.adSet().advertiserId, 'advertiser');
  }

  get publisher(): Actor {
    return ownerOf(this.widget().publisherId, 'publisher');
  }

  get deps() {
    return { ...testDeps(this.database.db), clock: () => new Date(this.now) };
  }

  async end(): Promise<void> {
    await this.database.drop();
  }

  #clickIdOf(sequence: number, adSetIndex = 0, atMs = NOON): Uint8Array {
    const bytes = new Uint8Array(TOKEN_PAYLOAD_BYTES);
    const minute = Math.floor(atMs / 60_000);
    const ids = { adSetId: this.adSet(adSetIndex).id, widgetId: this.widget().id, creativeId: 1 };
    writeClickId(
      new DataView(bytes.buffer),
      0,
      {
        ...{ keyId: 1, shard: 0, minute, sequence, ...ids, flags: 0, priceMicros: 7, shareBp: 7, device: 1 },
        ...{ country: 'DE', language: 'de', widthPx: 300, heightPx: 250, msOfMinute: 0 },
      },
      atMs + 2_000,
    );
    return bytes;
  }
}
