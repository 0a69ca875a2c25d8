import { VISIT_KINDS } from '@placard/contract/wire/collect-record';
import type { EventWriter } from './event-writer.ts';
import type { Random } from './random.ts';
import type { Candidate } from './supply-demand.ts';

/** Every fourth campaign has no analytics code in its pages yet. */
const CODES_OF = 4;

/** What people do on an advertiser's pages after a click, as its analytics code tells it. */
export class Shoppers {
  readonly #random: Random;
  readonly #writer: EventWriter;
  #orders = 1_000;

  constructor(random: Random, writer: EventWriter) {
    this.#random = random;
    this.#writer = writer;
  }

  /** The decision is the writer's. @param untilMs the present: nothing is told of what is to come */
  afterClick({ campaignId }: Candidate, clickMs: number, untilMs: number): void {
    const random = this.#random;
    const visited = random.chance(0.86);
    const ordered = random.chance(0.1);
    const orderMs = clickMs + 40_000 + random.below(150_000);
    const valueMicros = BigInt(1_500 + random.below(9_000)) * 10_000n;
    const abroad = random.chance(0.08);
    const twice = random.chance(0.04);
    if (campaignId % CODES_OF === CODES_OF - 1 || !visited) return;
    const base = { campaignId, clickMs, valueMicros: null, currency: '', orderId: '' };
    this.#writer.visit({ ...base, kind: VISIT_KINDS.visit, atMs: clickMs + 900 });
    if (!ordered || orderMs > untilMs) return;
    this.#orders += 1;
    const order = { ...base, kind: VISIT_KINDS.conversion, valueMicros, orderId: `D-${this.#orders}` };
    const currency = abroad ? 'EUR' : 'USD';
    this.#writer.visit({ ...order, currency, atMs: orderMs });
    // Somebody reloads the page that says thanks.
    if (twice) this.#writer.visit({ ...order, currency, atMs: orderMs });
  }
}
