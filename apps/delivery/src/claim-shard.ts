import { setTimeout as sleep } from 'node:timers/promises';
import { type Claim, ClaimedError, claimFor } from '@placard/db/process/claim';
import type { Logger } from 'pino';
import type { DeliveryConfig } from './config.ts';
import { isAway } from './snapshot/reconnecting.ts';

/** As long as a start waits for its snapshot. */
const START_PATIENCE_MS = 30_000;
const AGAIN_MS = 500;

/**
 * Makes this process the only one of its shard: two would number their decisions and events alike, and one's would be
 * taken for repeats of the other's.
 * @throws Error with a sentence where another process has it
 */
export async function claimShard(
  { databaseUrl, shard }: Pick<DeliveryConfig, 'databaseUrl' | 'shard'>,
  log: Logger,
  onLost: () => void,
): Promise<Claim> {
  const name = `placard-delivery-${shard}`;
  const lost = (holder: string) => {
    log.fatal({ holder }, 'another process has this shard; this one ends, its events wait in its spool');
    onLost();
  };
  const deadlineMs = performance.now() + START_PATIENCE_MS;
  for (;;) {
    try {
      return await claimFor({ url: databaseUrl, kind: 'shard', number: shard, name, onLost: lost });
    } catch (cause) {
      if (cause instanceof ClaimedError) {
        throw new Error(
          `Shard ${shard} is in use by another delivery process (${cause.holder}). Each process of a network needs its own PLACARD_SHARD.`,
          { cause },
        );
      }
      if (!isAway(cause) || performance.now() > deadlineMs) throw cause;
      await sleep(AGAIN_MS);
    }
  }
}
