import { createHash } from 'node:crypto';
import { siteOfAddress } from '@placard/domain/address/address-network';
import { GivingWay, type GivingWayLimits } from '../fairness/giving-way.ts';
import { OneATurn } from '../fairness/one-a-turn.ts';
import { TooManyWaiting, type TurnLimits, Turns } from '../fairness/turns.ts';
import { CONNECTING } from './new-connections.ts';

/** A line is long with so many waiting: more than a screen of ours asks for together, or its person clicks through. */
export const LONG_LINE = 8;
/**
 * A call takes some 5 ms: who gives way has a fiftieth of one processor while it is never quiet; and a twenty-fifth of the time where
 * its calls take longer, so that of 25 calls of others not more than one meets one of theirs. A line that has just become long waits
 * a second: two hundred calls of a moment are over then, or others go on.
 */
export const GIVING_WAY: GivingWayLimits = {
  quietMs: 10,
  firstMs: 1_000,
  latestMs: 250,
  restTimes: 24,
  longestRestMs: 2_000,
};
/** To refuse one takes half a millisecond: whoever calls again at once, whatever they are told, has a fortieth of a processor. */
export const REFUSING: GivingWayLimits = {
  ...{ quietMs: 2, firstMs: 20, latestMs: 20, restTimes: 0, longestRestMs: 0 },
};
/** Callers whose account is known from their last call. */
export const KNOWN_CALLERS = 10_000;

/** What the head of a call says of who calls, before anybody has looked whether it is true. */
export type CallHead = {
  readonly method: string;
  readonly token: string | null;
  /** The account that it names. */
  readonly accountId: number | null;
  readonly ip: string;
  readonly gone: AbortSignal;
};

/** A call whose turn has come. */
export type Arrival = {
  /** Tells whose turns it takes: the next calls of this caller wait in that line. */
  known(key: string): void;
  /** Waits until its next piece of work may begin: at once, unless its line is long. */
  giveWay(): Promise<void>;
  /** Its work is done, and the next one's turn comes. */
  leave(): void;
};

/**
 * Lets calls in before anything is done for them. Of one caller as many are let in as may run, the others wait in a line of
 * the same length as the account's: none of them costs a look at the database, a body that is read or an input that is checked.
 * Who stands in a long line gives way to all others until it is empty, as does the refusal of one for whom there is no place, which
 * costs a turn of its own.
 */
export class Arrivals {
  readonly #lines: Readonly<Record<'read' | 'write', Turns>>;
  readonly #long = new Set<string>();
  readonly #givingWay = new GivingWay(GIVING_WAY);
  readonly #refusing = new GivingWay(REFUSING);
  /** New connections of who opens many give way to the same calls. */
  readonly connecting = new GivingWay(CONNECTING);
  readonly #turns = new OneATurn();
  /** The newest last. */
  readonly #known = new Map<string, string>();

  constructor(limits: Readonly<Record<'read' | 'write', TurnLimits>>) {
    this.#lines = { read: new Turns(limits.read), write: new Turns(limits.write) };
  }

  /** @throws TooManyWaiting, NobodyWaits */
  async enter(head: CallHead): Promise<Arrival> {
    const caller = callerOfHead(head);
    const kind = head.method === 'GET' ? 'read' : 'write';
    const line = this.#lines[kind];
    // Who is known only now stays in the line that they stand in: in two they would have twice the places.
    const key = line.has(caller) ? caller : (this.#known.get(caller) ?? caller);
    const lineKey = `${kind} ${key}`;
    if (line.waitingOf(key) >= LONG_LINE) this.#long.add(lineKey);
    let isLong = false;
    let giveBack: () => void;
    try {
      giveBack = await this.#turn(line, key, head.gone);
      isLong = this.#long.has(lineKey);
    } finally {
      if (line.waitingOf(key) === 0) this.#long.delete(lineKey);
    }
    const ends = isLong
      ? [await this.#givingWay.wait()]
      : [this.#givingWay.begin(), this.#refusing.begin(), this.connecting.begin()];
    const end = () => {
      for (const each of ends.splice(0)) each();
    };
    return {
      known: (account) => this.#keep(caller, account),
      giveWay: async () => {
        // Also who came before the line was long; nobody gives way to them then.
        if (!isLong && !this.#long.has(lineKey)) return;
        end();
        ends.push(await this.#givingWay.wait());
      },
      leave: () => {
        end();
        giveBack();
      },
    };
  }

  async #turn(line: Turns, key: string, gone: AbortSignal): Promise<() => void> {
    const waits = !line.isFree(key);
    try {
      const giveBack = await line.take(key, gone);
      if (waits) await this.#turns.pass();
      return giveBack;
    } catch (error) {
      if (error instanceof TooManyWaiting) {
        await this.#refusing.wait();
        await this.#turns.pass();
      }
      throw error;
    }
  }

  #keep(caller: string, key: string): void {
    this.#known.delete(caller);
    this.#known.set(caller, key);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KNOWN_CALLERS) break;
      this.#known.delete(oldest);
    }
  }
}

/** No token is kept where it could be read. */
function callerOfHead({ token, accountId, ip }: CallHead): string {
  if (token === null) return `address ${siteOfAddress(ip)}`;
  return `token ${createHash('sha256').update(token).digest('base64url')} ${accountId ?? ''}`;
}
