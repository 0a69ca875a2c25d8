import { Resolver } from 'node:dns/promises';
import type { Resolve, ResolvedAddress } from './guarded-lookup.ts';

/** Of one question to one name server: twice that, and another server, are within the time of a call. */
const PATIENCE = { timeout: 2_000, tries: 2 };

/**
 * Asks the name servers of this machine for a name that somebody else has given. The system's own way waits for them in a
 * thread, of which all of the process has four (half of UV_THREADPOOL_SIZE): four names whose servers never answer
 * kept every other name waiting for 10 s, which is as long as a call may take. Names of /etc/hosts are not read: they are of this
 * network, and none of others' business.
 * @param servers others than the machine's, as 'address:port'
 * @throws what a name server said, `ENOTFOUND` or `ETIMEOUT`, where neither kind of address came
 */
export function nameServersResolve(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    // A new one each time: it reads which name servers there are as it is made.
    const resolver = new Resolver(PATIENCE);
    if (servers !== undefined) resolver.setServers(servers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] {
  return answer.status === 'rejected' ? [] : answer.value.map((address) => ({ address, family }));
}
