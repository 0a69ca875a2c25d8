import type { FastifyInstance } from 'fastify';
import type { Caller } from '../api/access.ts';
import { createRateLimiter } from '../api/rate-limiter.ts';
import type { HasClock, HasLog } from '../deps.ts';

/** Path for the log: without query, and without segments that may be one-time tokens. */
function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(/[^/]{24,}/g, '…');
}

/** Not signed in, not allowed, too often. */
const REFUSALS: readonly number[] = [401, 403, 429];
/** Strangers can't fill the disk: beyond so many refusals of a kind an hour their lines are of level `debug`, as those of all others. */
export const REFUSALS_LOGGED = { limit: 600, windowMs: 3_600_000 } as const;

function whoIs(caller: Caller | null): object {
  if (caller?.kind !== 'user') return { caller: caller?.kind ?? 'nobody' };
  const { userId, accountId } = caller.actor;
  return { userId, accountId, ...(caller.key === null ? {} : { apiKeyId: caller.key.id }) };
}

/** A line of each answer for who looks for a fault, and of each refused call for who looks for an attack. */
export function logAnswers(
  app: FastifyInstance,
  deps: HasLog & HasClock,
  onAnswered: (status: number, tookMs: number) => void = () => undefined,
): void {
  const refusals = createRateLimiter(REFUSALS_LOGGED);
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status, elapsedTime } = reply;
    onAnswered(status, elapsedTime);
    const { id: requestId, method } = request;
    const line = { requestId, method, path: loggedPath(request.url), status, ms: Math.round(elapsedTime) };
    if (!REFUSALS.includes(status) || refusals.take(`${status}`, deps.clock().getTime()) > 0)
      deps.log.debug(line, 'request');
    else deps.log.info({ ...line, ip: request.ip, ...whoIs(request.caller) }, 'request refused');
  });
}
