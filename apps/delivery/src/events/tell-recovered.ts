import type { Logger } from 'pino';
import type { Recovered } from './segment.ts';

/** What a start has found of its spool that an operator must know. */
export function tellRecovered({ damaged, segments }: Recovered, log: Logger): void {
  for (const one of damaged)
    log.error(one, 'a spool segment was damaged: what can be read behind that place is kept');
  for (const { path } of segments.filter(({ unread }) => unread === true))
    log.error(
      { path },
      'a spool segment cannot be read: ads are served and events stored; what it has and what comes after it waits for the disk, at most ten minutes',
    );
}
