import { setTimeout as sleep } from 'node:timers/promises';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import type { Draw } from './random.ts';

const BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PATIENCE_MS = 3_000;
const LANES = 6;
const KINDS = ['i', 'v', 'c'] as const;
export type KindLetter = (typeof KINDS)[number];

/** What was sent and what was answered for. Sums go on through all rounds. */
export type Sent = {
  adCalls: number;
  adFailures: number;
  ads: number;
  /** Events sent, those of lost answers too. */
  events: number;
  acknowledged: number;
  eventFailures: number;
  /** Decisions of which an event of the kind was sent, and was acknowledged. */
  readonly sentDecisions: Record<KindLetter, number>;
  readonly acknowledgedDecisions: Record<KindLetter, number>;
};

export function nothingSent(): Sent {
  const zero = () => ({ i: 0, v: 0, c: 0 });
  return {
    ...{ adCalls: 0, adFailures: 0, ads: 0, events: 0, acknowledged: 0, eventFailures: 0 },
    ...{ sentDecisions: zero(), acknowledgedDecisions: zero() },
  };
}

type Visitor = { readonly address: string };

/**
 * Visitors' traffic until it is ended: ads, and their events doubled, out of order and late. Nothing is sent a second
 * time because it failed: what was not acknowledged is nobody's promise.
 */
export class Traffic {
  readonly #deliveryUrl: string;
  readonly #widgetKeys: readonly string[];
  readonly #draw: Draw;
  readonly #sent: Sent;
  readonly #clicksAreStored: boolean;
  readonly #ending = new AbortController();
  readonly #open = new Set<Promise<void>>();

  constructor(options: {
    readonly deliveryUrl: string;
    readonly widgetKeys: readonly string[];
    readonly draw: Draw;
    readonly sent: Sent;
    /** A click leads on whether it was stored or not: with this its answer counts as an acknowledgement, as it is where disks take it. */
    readonly clicksAreStored: boolean;
  }) {
    this.#clicksAreStored = options.clicksAreStored;
    this.#deliveryUrl = options.deliveryUrl;
    this.#widgetKeys = options.widgetKeys;
    this.#draw = options.draw;
    this.#sent = options.sent;
    for (let lane = 0; lane < LANES; lane += 1) this.#follow(this.#lane());
  }

  /** No new ads from now on; resolves when every event of those before was sent. */
  async end(): Promise<void> {
    this.#ending.abort();
    while (this.#open.size > 0) await Promise.all(this.#open);
  }

  #follow(work: Promise<void>): void {
    const tracked = work.finally(() => this.#open.delete(tracked));
    this.#open.add(tracked);
  }

  async #lane(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const draw = this.#draw;
      const visitor = {
        address: `81.${draw.between(1, 250)}.${draw.between(1, 250)}.${draw.between(1, 250)}`,
      };
      for (const token of await this.#decide(visitor)) this.#follow(this.#tell(token, visitor));
      await sleep(draw.between(20, 60));
    }
  }

  async #decide(visitor: Visitor): Promise<readonly string[]> {
    const widgets = this.#widgetKeys.map((key) => `${key}.300`).join(',');
    this.#sent.adCalls += 1;
    const answer = await this.#ask(`/a?w=${widgets}`, visitor);
    if (answer?.status !== 200) {
      this.#sent.adFailures += 1;
      return [];
    }
    const { a } = (await answer.json()) as AdsAnswer;
    const tokens = a.flatMap((ad) => (ad === null ? [] : [ad.t]));
    this.#sent.ads += tokens.length;
    return tokens;
  }

  /** A decision's events, each once to three times, at any moment from when they may be. */
  async #tell(token: string, visitor: Visitor): Promise<void> {
    const draw = this.#draw;
    const plan: [KindLetter, number][] = [['i', draw.between(0, 1_500)]];
    if (draw.chance(0.7)) plan.push(['v', draw.between(1_050, 1_500)]);
    if (draw.chance(0.15)) plan.push(['c', draw.between(350, 1_500)]);
    await Promise.all(plan.map(([kind, afterMs]) => this.#tellKind(kind, token, visitor, afterMs)));
  }

  async #tellKind(kind: KindLetter, token: string, visitor: Visitor, afterMs: number): Promise<void> {
    const copies = this.#draw.chance(0.2) ? this.#draw.between(2, 3) : 1;
    const delays = Array.from({ length: copies }, () => afterMs + this.#draw.between(0, 300));
    const answers = await Promise.all(
      delays.map(async (delayMs) => {
        await sleep(delayMs);
        this.#sent.events += 1;
        const isStored = await this.#event(kind, token, visitor);
        if (isStored) this.#sent.acknowledged += 1;
        else this.#sent.eventFailures += 1;
        return isStored;
      }),
    );
    this.#sent.sentDecisions[kind] += 1;
    if (answers.includes(true)) this.#sent.acknowledgedDecisions[kind] += 1;
  }

  /** @returns whether delivery says that it is on disk. */
  async #event(kind: KindLetter, token: string, visitor: Visitor): Promise<boolean> {
    if (kind === 'c') {
      return (await this.#ask(`/c/${token}`, visitor))?.status === 302 && this.#clicksAreStored;
    }
    return (await this.#ask('/e', visitor, kind + token))?.status === 204;
  }

  async #ask(path: string, visitor: Visitor, body?: string): Promise<Response | null> {
    try {
      return await fetch(this.#deliveryUrl + path, {
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: { 'user-agent': BROWSER, 'x-forwarded-for': visitor.address },
        ...(body === undefined ? {} : { method: 'POST', body }),
      });
    } catch {
      return null;
    }
  }
}
