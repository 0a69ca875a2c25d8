import { TOKEN_EVENT_AT as AT, TOKEN_EVENT_BYTES } from '@placard/contract/wire/event-record';
import { viewOf } from '@placard/contract/wire/layout';
import type { Clock } from '@placard/domain/clock';
import type { PoolClient } from 'pg';
import { Charger } from './charger.ts';
import { FactTable } from './fact-table.ts';
import { loadBooks, loadNetworkZone, loadWidgets, type Zones } from './load-books.ts';
import { recordsOfPart } from './part-writer.ts';
import { type TakenPart, takeParts } from './settlement-parts.ts';
import { NOTHING, type Settled, spentCampaigns } from './settler.ts';
import { storePart } from './store-results.ts';
import { Subjects } from './subjects.ts';

/** Which of so many settlers. */
export type Slice = { readonly settlers: number; readonly slice: number };

/**
 * One of several settlers: turns what was judged of its advertisers' events into charges and earnings, in the order in
 * which it was judged. It remembers nothing between transactions, so one takes over from another at any time.
 */
export class PartSettler {
  readonly #clock: Clock;
  readonly #slice: Slice | null;
  readonly #zones: Zones = new Map();
  readonly #facts = new FactTable();

  /** @param slice `null`: all parts there are, of whatever number of settlers */
  constructor(clock: Clock, slice: Slice | null) {
    this.#clock = clock;
    this.#slice = slice;
  }

  /** One transaction. Throws what the database throws; nothing or everything has happened then, as with the settler. */
  async settleOnce(client: PoolClient): Promise<Settled> {
    await client.query('begin');
    try {
      const parts = await takeParts(client, this.#slice);
      const settled = await this.#settle(client, parts);
      await client.query('commit');
      return settled;
    } catch (cause) {
      await client.query('rollback').catch(() => undefined);
      throw cause;
    }
  }

  async #settle(client: PoolClient, parts: readonly TakenPart[]): Promise<Settled> {
    const last = parts.at(-1);
    if (last === undefined) return { ...NOTHING, gaps: [], damaged: [] };
    const bodies = parts.map(({ body }) => recordsOfPart(body));
    const subjects = new Subjects();
    for (const body of bodies) {
      const view = viewOf(body);
      for (let at = 0; at < body.byteLength; at += TOKEN_EVENT_BYTES) subjects.event(view, at);
    }
    const widgets = await loadWidgets(client, subjects);
    const { adSets, wallets } = await loadBooks(client, subjects, this.#zones);
    const networkZone = await loadNetworkZone(client, this.#zones);
    this.#facts.clear();
    const charger = new Charger(adSets, this.#facts);
    for (const body of bodies) charge(charger, body);
    const { chargedMicros } = charger;
    await storePart(
      client,
      { facts: this.#facts, chargedMicros, adSets, widgets, wallets, networkZone, now: this.#clock() },
      last.settlementId,
    );
    const books = [...adSets.values()];
    return {
      settlementId: last.settlementId,
      eventCount: 0,
      chargedMicros,
      more: true,
      spentCampaignIds: spentCampaigns(books),
      counted: books
        .filter((book) => book.touched)
        .map(({ adSetId, impressions, viewables, clicks }) => ({ adSetId, impressions, viewables, clicks })),
      gaps: [],
      damaged: [],
    };
  }
}

function charge(charger: Charger, body: Buffer): void {
  const view = viewOf(body);
  for (let at = 0; at < body.byteLength; at += TOKEN_EVENT_BYTES) {
    const verdict = view.getUint8(at + AT.reason);
    if (verdict === 0) charger.counted(body, view, at);
    else charger.filtered(body, view, at, verdict);
  }
}

/** Settles what waits for any settlers, one part after the other: who begins to lead does it before anything is judged. */
export async function settleAllParts(
  client: PoolClient,
  clock: Clock,
  onSettled: (settled: Settled) => void = () => undefined,
): Promise<void> {
  const settler = new PartSettler(clock, null);
  for (;;) {
    const settled = await settler.settleOnce(client);
    if (settled.settlementId === null) return;
    onSettled(settled);
  }
}
