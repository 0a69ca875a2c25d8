import type { HasLog } from '../../deps.ts';
import { Repeating } from '../../repeating.ts';
import { anyWaits, type Claimed, claimDue, type Lane } from './claim-due.ts';
import { SLOW_CALL_MS, sendClaimed, type WebhookDeps } from './send-webhooks.ts';

/** Calls under way at once of each lane. */
export const AT_ONCE = { quick: 32, slow: 16, failing: 16 } as const satisfies Record<Lane, number>;
/** Calls to endpoints that had been quick, and keep these: so many leave their places to others. */
export const OVERTIME_AT_ONCE = 32;
const LOOK_EVERY_MS = 500;

/**
 * Sends what is due, each call on its own. A receiver that keeps its calls has a share of the places that slow or
 * failing receivers have among themselves. Until that is known of it, two seconds, it holds places of the quick ones.
 */
export class WebhookSender {
  readonly #deps: WebhookDeps & HasLog;
  readonly #underWay = {
    quick: new Set<Promise<void>>(),
    slow: new Set<Promise<void>>(),
    failing: new Set<Promise<void>>(),
    overtime: new Set<Promise<void>>(),
  };

  constructor(deps: WebhookDeps & HasLog) {
    this.#deps = deps;
  }

  /** Begins with what is due now, without waiting for it. */
  async look(): Promise<void> {
    // Most of the time nothing does, and who looks twice a second must cost next to nothing then.
    if (!(await anyWaits(this.#deps))) return;
    const { quick, overtime } = this.#underWay;
    const beyond = Math.max(0, overtime.size - OVERTIME_AT_ONCE);
    await this.#begin('quick', AT_ONCE.quick - quick.size - beyond);
    await this.#begin('slow', AT_ONCE.slow - this.#underWay.slow.size);
    await this.#begin('failing', AT_ONCE.failing - this.#underWay.failing.size);
  }

  /** Until nothing is under way. */
  async idle(): Promise<void> {
    await Promise.all(Object.values(this.#underWay).flatMap((calls) => [...calls]));
  }

  async #begin(lane: Lane, limit: number): Promise<void> {
    for (const one of await claimDue(this.#deps, { lane, limit })) this.#send(lane, one);
  }

  #send(lane: Lane, one: Claimed): void {
    const { [lane]: own, overtime } = this.#underWay;
    const sending = sendClaimed(this.#deps, one)
      .catch((cause: unknown) => {
        // It is taken on again when the claim has run out.
        this.#deps.log.warn({ err: cause, delivery: String(one.id) }, 'a webhook could not be sent');
      })
      .finally(() => {
        clearTimeout(late);
        own.delete(sending);
        overtime.delete(sending);
      });
    own.add(sending);
    const late = setTimeout(() => {
      if (lane === 'quick' && own.delete(sending)) overtime.add(sending);
    }, this.#deps.slowCallMs ?? SLOW_CALL_MS);
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
