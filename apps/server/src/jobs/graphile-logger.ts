import { Logger as GraphileLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/** graphile-worker's lines in the process's log; its chatter only at debug level. */
export function graphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message, meta) => {
    const write = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug';
    log[write](meta ?? {}, message);
  });
}
