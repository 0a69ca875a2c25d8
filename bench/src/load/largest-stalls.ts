import { randomUUID } from 'node:crypto';
import { contract } from '@placard/contract/contract';
import type { OperationMeta } from '@placard/contract/operation';
import { median } from '../result.ts';
import type { FairWorld, Who } from './fair-world.ts';
import { accountCalls } from './largest-account-calls.ts';
import { advertiserCalls } from './largest-advertiser-calls.ts';
import { appealCalls } from './largest-appeal-calls.ts';
import type { LargestCall, LargestCalls } from './largest-call.ts';
import { operatorCalls } from './largest-operator-calls.ts';
import { publisherCalls } from './largest-publisher-calls.ts';
import { taxCalls } from './largest-tax-calls.ts';
import type { Stalls } from './stalls.ts';

const CALLS: LargestCalls = {
  ...{ ...advertiserCalls, ...publisherCalls, ...operatorCalls },
  ...{ ...accountCalls, ...appealCalls, ...taxCalls },
};

type Operation = {
  /** `campaigns.list` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly who: Who | null;
  readonly calls: (world: FairWorld) => LargestCall | LargestCall[] | Promise<LargestCall>;
};

/** Every operation of the contract, in its order. */
function operations(): Operation[] {
  return Object.entries(contract).flatMap(([group, procedures]) =>
    Object.entries(procedures).map(([name, procedure]) => {
      const { route, meta } = procedure['~orpc'];
      const calls = (CALLS as Record<string, Record<string, Operation['calls']>>)[group]?.[name];
      if (calls === undefined) throw new Error(`nobody has said what ${group}.${name} is asked at most`);
      return {
        name: `${group}.${name}`,
        method: route.method ?? 'POST',
        path: route.path ?? '',
        who: callerOf(meta.access),
        calls,
      };
    }),
  );
}

function callerOf(access: OperationMeta['access']): Who | null {
  if (access === 'public') return null;
  return access === 'signedIn' ? 'advertiser' : (access[0] ?? null);
}

/** A first call that comes near the most there may be is told by its name. */
const TOLD_FIRST_MS = 25;

/** What no operation of the contract answers. */
const OTHER_PATHS = ['/api/openapi.json', '/api/docs', '/api/health', '/sellers.json'];

/** Longest turns of the event loop, in ms of processor time. */
export type Turns = {
  /** For each operation: the median of so many rounds after one that warms. */
  readonly longest: ReadonlyMap<string, number>;
  /** The longest of all rounds that warmed: what is loaded and compiled only when it is asked for. */
  readonly first: number;
};

export async function measureStalls(world: FairWorld, stalls: Stalls, rounds: number): Promise<Turns> {
  const longest = new Map<string, number>();
  const faults: string[] = [];
  let first = 0;
  const begun = (name: string, ms: number) => {
    if (ms > TOLD_FIRST_MS) console.log(`  ${name}, the first time: ${ms.toFixed(1)} ms`);
    first = Math.max(first, ms);
  };
  for (const path of OTHER_PATHS) {
    const ask = async () => void (await (await fetch(world.url + path)).arrayBuffer());
    begun(path, (await stalls.during(ask)).ranMs);
  }
  for (const operation of operations()) {
    const turns: number[] = [];
    let blocked = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const answer = await operation.calls(world);
      const calls = Array.isArray(answer) ? answer : [answer];
      let most = 0;
      for (const call of calls) {
        const request = requestOf(world, operation, call);
        const stall = await stalls.during(async () => {
          const fault = await send(request, call);
          if (fault !== null) faults.push(`${operation.name}, call ${round + 1} → ${fault}`);
        });
        most = Math.max(most, stall.ranMs);
        blocked = Math.max(blocked, stall.blockedMs);
      }
      if (round > 0) turns.push(most);
      else begun(operation.name, most);
    }
    longest.set(operation.name, median(turns));
    console.log(
      `  ${operation.name}: ${median(turns).toFixed(1)} ms, blocked at most ${blocked.toFixed(1)} ms`,
    );
  }
  // A call that is answered otherwise measures something else; all of them are told at once.
  if (faults.length > 0) throw new Error(`not answered as expected:\n${faults.join('\n')}`);
  return { longest, first };
}

function requestOf(world: FairWorld, operation: Operation, call: LargestCall): Request {
  const input = { ...call.input } as Record<string, unknown>;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(input[name]);
    delete input[name];
    return encodeURIComponent(value);
  });
  const url = new URL(`${world.url}/api${path}`);
  const token = call.token ?? (operation.who === null ? undefined : world.accounts[operation.who].token);
  const headers = new Headers({ 'idempotency-key': randomUUID() });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (operation.method === 'GET') {
    for (const [name, value] of Object.entries(input)) url.searchParams.set(name, String(value));
    return new Request(url, { headers });
  }
  if (call.form !== undefined) return new Request(url, { method: 'POST', headers, body: call.form });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: operation.method, headers, body: JSON.stringify(input) });
}

/** @returns what was answered where that is not what the call expects */
async function send(request: Request, { patienceMs, refused }: LargestCall): Promise<string | null> {
  try {
    const response = await fetch(
      request,
      patienceMs === undefined ? {} : { signal: AbortSignal.timeout(patienceMs) },
    );
    const text = await response.text();
    const fits = refused === undefined ? response.ok : response.status === refused;
    return fits ? null : `${response.status} ${text.slice(0, 300)}`;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
    return null;
  }
}
