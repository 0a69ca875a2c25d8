import type { Pool, PoolClient } from 'pg';

/** Of the codes that graphile-worker tries again after: for the first time after three seconds, for hours in all. */
const TRIED_AGAIN = 'ETIMEDOUT';
/** Classes of SQLSTATE that it looks at itself: what its migrations meet, and transactions that stand in each other's way. */
const KNOWN_TO_IT = /^(22|23|40|42)...$/;

/**
 * The pool as graphile-worker is to see it. It notes that a job is over without waiting for it, and tries that again after a few codes
 * only. A database that is away, full or a standby still says others: the note would be lost, the job would wait for four hours as if
 * somebody still did it, and the rejection that nobody hears of would end the process, with all that the dashboard is asked meanwhile.
 */
export function patientPool(pool: Pool): Pool {
  const patiently = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (cause) {
      const { message, code = '' } = cause as NodeJS.ErrnoException;
      if (KNOWN_TO_IT.test(code)) throw cause;
      throw Object.assign(new Error(message, { cause }), { code: TRIED_AGAIN });
    }
  };
  const ownQuery = (client: PoolClient) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    return async (...given: unknown[]) => await patiently(async () => await query(...given));
  };
  return withOther(pool, 'connect', (...given: unknown[]) => {
    // The one that listens asks by a callback, and begins anew by itself.
    if (given.length > 0) return Reflect.apply(pool.connect, pool, given);
    return patiently(async () => {
      const client = await pool.connect();
      return withOther(client, 'query', ownQuery(client));
    });
  });
}

/** The same thing with another method in the place of one of its own. */
function withOther<Thing extends object>(thing: Thing, name: string, method: unknown): Thing {
  return new Proxy(thing, {
    get: (target, asked) => {
      if (asked === name) return method;
      const value: unknown = Reflect.get(target, asked);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
