import type { HasLog } from '../../deps.ts';
import { Repeating } from '../../repeating.ts';
import { anyWaits, claimDue, sendClaimed, type WebhookDeps } from './send-webhooks.ts';

/** Calls under way at once to receivers that answer, and besides to those that did not the last time. */
const WELL_AT_ONCE = 32;
const FAILING_AT_ONCE = 16;
const LOOK_EVERY_MS = 500;

/**
 * Sends what is due, each call on its own: a receiver that keeps a call for its ten seconds takes one of its own four
 * places, and from then on one of those that only failing receivers share.
 */
export class WebhookSender {
  readonly #deps: WebhookDeps & HasLog;
  readonly #well = new Set<Promise<void>>();
  readonly #failing = new Set<Promise<void>>();

  constructor(deps: WebhookDeps & HasLog) {
    this.#deps = deps;
  }

  /** Begins with what is due now, without waiting for it. */
  async look(): Promise<void> {
    // Most of the time nothing does, and who looks twice a second must cost next to nothing then.
    if (!(await anyWaits(this.#deps))) return;
    await this.#begin(this.#well, false, WELL_AT_ONCE);
    await this.#begin(this.#failing, true, FAILING_AT_ONCE);
  }

  /** Until nothing is under way. */
  async idle(): Promise<void> {
    await Promise.all([...this.#well, ...this.#failing]);
  }

  async #begin(underWay: Set<Promise<void>>, failing: boolean, most: number): Promise<void> {
    const claimed = await claimDue(this.#deps, { failing, limit: most - underWay.size });
    for (const one of claimed) {
      const sending = sendClaimed(this.#deps, one)
        .catch((cause: unknown) => {
          // It is taken on again when the claim has run out.
          this.#deps.log.warn({ err: cause, delivery: String(one.id) }, 'a webhook could not be sent');
        })
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  }
}

/** Sends until it is stopped, which waits for what is under way; lives through the database being away. */
export function createWebhookLoop(deps: WebhookDeps & HasLog): { start(): void; stop(): Promise<void> } {
  const sender = new WebhookSender(deps);
  const looking = new Repeating(
    async () => await sender.look(),
    LOOK_EVERY_MS,
    (cause) => deps.log.warn({ err: cause }, 'what webhooks wait could not be read'),
  );
  return {
    start: () => looking.start(),
    stop: async () => {
      await looking.stop();
      await sender.idle();
    },
  };
}
