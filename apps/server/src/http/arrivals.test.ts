import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NobodyWaits, TooManyWaiting } from '../fairness/turns.ts';
import { ACCOUNT_LIMITS, turnKey } from './account-turns.ts';
import {
  type Arrival,
  Arrivals,
  type CallHead,
  GIVING_WAY,
  KNOWN_CALLERS,
  LONG_LINE,
  REFUSING,
} from './arrivals.ts';
import { BURST, CONNECTING } from './new-connections.ts';

const LINE = { perKey: 1, atOnce: 20_000, waiting: 40, waitingInAll: 1_000, patienceMs: 60_000 };

afterEach(() => void vi.useRealTimers());

/** Calls as they come, and those that were let in. */
function door(perKey = 1) {
  const arrivals = new Arrivals({ read: { ...LINE, perKey }, write: { ...LINE, perKey } });
  const entered: string[] = [];
  const faults: string[] = [];
  const open = new Map<string, Arrival>();
  const come = (name: string, head: Partial<CallHead> = {}) => {
    const all = {
      ...{ method: 'POST', token: name[0] ?? '', accountId: null, ip: '192.0.2.1' },
      ...{ gone: new AbortController().signal, ...head },
    };
    arrivals.enter(all).then(
      (arrival) => {
        entered.push(name);
        open.set(name, arrival);
      },
      (fault: Error) => faults.push(fault.name),
    );
  };
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await nextTurn();
  };
  const { connecting } = arrivals;
  return { entered, faults, come, turns, connecting, arrival: (name: string) => open.get(name) };
}

const names = (count: number, letter = 'a') => Array.from({ length: count }, (_, at) => `${letter}${at}`);

describe('arrivals', () => {
  it('let in as many of one caller as may run, the next in a turn of its own as one is done', async () => {
    const { entered, come, turns, arrival } = door();
    for (const name of ['a1', 'a2', 'a3', 'b1']) come(name);
    // Another account of the same person, somebody without a token, and what only reads have lines of their own.
    come('a4', { accountId: 7 });
    come('-1', { token: null });
    come('-2', { token: null, ip: '192.0.2.2' });
    come('-3', { token: null });
    come('a5', { method: 'GET' });
    // Of IPv6 somebody with a /48 stands in one line, whichever of its networks they come from.
    come('-4', { token: null, ip: '2001:db8:0:1::1' });
    come('-5', { token: null, ip: '2001:db8:0:2::1' });
    come('-6', { token: null, ip: '2001:db8:1:1::1' });
    await turns(3);
    expect(entered).toEqual(['a1', 'b1', 'a4', '-1', '-2', 'a5', '-4', '-6']);
    arrival('a1')?.leave();
    await Promise.resolve();
    expect(entered).toHaveLength(8);
    await turns(2);
    expect(entered.slice(8)).toEqual(['a2']);
    // Once let in, they stand in the account's line by the same measure.
    const lines = ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:1:1::1'].map((ip) => turnKey(null, ip));
    expect([lines[1], lines[2] === lines[0]]).toEqual([lines[0], false]);
  });

  it('keep callers of one account in one line as soon as they are known', async () => {
    const { entered, come, turns, arrival } = door();
    for (const name of ['a1', 'b1']) come(name);
    await turns(1);
    for (const name of ['a1', 'b1']) arrival(name)?.known('account 1');
    // They stay in the line they stand in until it is empty.
    come('a2');
    await turns(2);
    expect(entered).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'b1']) arrival(name)?.leave();
    await turns(2);
    arrival('a2')?.leave();
    for (const name of ['a3', 'b2']) come(name);
    await turns(2);
    expect(entered).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('forget who called longest ago', async () => {
    const { entered, come, turns, arrival } = door();
    for (const name of ['a1', 'b1']) come(name);
    await turns(1);
    for (const name of ['a1', 'b1']) arrival(name)?.known('account 1');
    come('c1');
    for (let at = 0; at < KNOWN_CALLERS - 2; at += 1) come(`d${at}`, { token: `d${at}` });
    await turns(1);
    for (let at = 0; at < KNOWN_CALLERS - 2; at += 1) arrival(`d${at}`)?.known(`account ${at + 2}`);
    for (const name of ['a1', 'b1']) arrival(name)?.leave();
    // Both are known still; the next one to be known takes the place of the first.
    for (const name of ['a2', 'b2']) come(name);
    await turns(2);
    arrival('c1')?.known('account 0');
    come('a3');
    await turns(2);
    expect(entered.filter((name) => ['a2', 'b2', 'a3'].includes(name))).toEqual(['a2', 'a3']);
  });

  it('refuse those beyond the line one at a time, after all others, and let go who goes away', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { faults, come, turns, arrival } = door();
    const gone = new AbortController();
    come('a0');
    await turns(1);
    come('a1');
    come('a2', { gone: gone.signal });
    for (const name of names(43)) come(name);
    // While anything is under way they give way to it, all of them together.
    const after: number[] = [];
    for (let time = 0; time < 2; time += 1) {
      await vi.advanceTimersByTimeAsync(REFUSING.latestMs - 1);
      await turns(3);
      after.push(faults.length);
      await vi.advanceTimersByTimeAsync(1);
      await turns(3);
      after.push(faults.length);
    }
    expect(after).toEqual([0, 1, 1, 2]);
    arrival('a0')?.leave();
    await turns(2);
    // Whoever comes from a line that is long is nobody for whom others give way.
    for (const ms of [REFUSING.quietMs, 1, 1]) {
      await vi.advanceTimersByTimeAsync(ms);
      await turns(2);
    }
    expect(faults).toHaveLength(5);
    for (const name of names(4, 'a+')) come(name);
    after.length = 0;
    for (let turn = 0; turn < 4; turn += 1) {
      await turns(1);
      after.push(faults.length);
    }
    // One has the place of a0; of the other three each costs a turn of its own.
    expect(after).toEqual([5, 6, 7, 8]);
    gone.abort();
    await turns(1);
    expect(faults).toEqual([...Array.from({ length: 8 }, () => TooManyWaiting.name), NobodyWaits.name]);
  });

  it('have a long line give way to all others, until it is empty', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { entered, come, turns, arrival } = door();
    // One runs, and one less than a long line waits.
    for (const name of names(LONG_LINE)) come(name);
    come('b0');
    await turns(2);
    arrival('a0')?.leave();
    await turns(2);
    expect(entered).toEqual(['a0', 'b0', 'a1']);
    for (const name of names(3, 'a+')) come(name);
    for (const name of ['a1', 'a2', 'a3']) {
      arrival(name)?.leave();
      await turns(2);
      expect(arrival(`a${Number(name[1]) + 1}`)).toBeUndefined();
      await vi.advanceTimersByTimeAsync(name === 'a1' ? GIVING_WAY.firstMs : GIVING_WAY.latestMs);
      expect(entered.at(-1)).toBe(`a${Number(name[1]) + 1}`);
    }
    // What gives way is nobody for whom others would.
    arrival('b0')?.leave();
    await vi.advanceTimersByTimeAsync(GIVING_WAY.quietMs);
    arrival('a4')?.leave();
    await turns(2);
    expect(entered.at(-1)).toBe('a5');
    for (const name of [...names(LONG_LINE).slice(5), ...names(3, 'a+')]) {
      arrival(name)?.leave();
      await turns(2);
    }
    // Empty: the next one is like anybody's.
    come('b1');
    come('a-');
    await turns(1);
    expect(entered.slice(-2)).toEqual(['b1', 'a-']);
  });

  it('have each next piece of work of a long line give way too', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { come, turns, arrival } = door();
    const pieces: string[] = [];
    const piece = (name: string) =>
      void arrival(name)
        ?.giveWay()
        .then(() => pieces.push(name));
    for (const name of names(LONG_LINE)) come(name);
    await turns(1);
    piece('a0');
    await turns(1);
    expect(pieces).toEqual(['a0']);
    // Now it is long: who came before gives way too, and nobody to them.
    for (const name of names(2, 'a+')) come(name);
    come('b0');
    await turns(1);
    piece('a0');
    piece('b0');
    await turns(2);
    expect(pieces).toEqual(['a0', 'b0']);
    arrival('b0')?.leave();
    await vi.advanceTimersByTimeAsync(GIVING_WAY.quietMs);
    expect(pieces).toEqual(['a0', 'b0', 'a0']);
    arrival('a0')?.leave();
    await turns(2);
    come('b1');
    await turns(1);
    piece('a1');
    await turns(2);
    expect(pieces).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(GIVING_WAY.firstMs);
    expect(pieces.at(-1)).toBe('a1');
  });

  it('have a long line rest the longer the longer its calls and pieces of work take', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { entered, come, turns, arrival } = door();
    for (const name of names(LONG_LINE)) come(name);
    come('b0');
    await turns(1);
    for (const name of names(3, 'a+')) come(name);
    arrival('a0')?.leave();
    await turns(2);
    await vi.advanceTimersByTimeAsync(GIVING_WAY.firstMs);
    await turns(1);
    const rest = async (tookMs: number) => {
      const restMs = tookMs * GIVING_WAY.restTimes;
      expect(restMs).toBeGreaterThan(GIVING_WAY.latestMs);
      await vi.advanceTimersByTimeAsync(restMs - 1);
      await turns(1);
      const before = entered.length;
      await vi.advanceTimersByTimeAsync(1);
      await turns(1);
      expect(entered.length).toBe(before + 1);
    };
    await vi.advanceTimersByTimeAsync(40);
    arrival('a1')?.leave();
    await turns(2);
    await rest(40);
    // A piece of its work rests as well, and so does what comes after it.
    void arrival('a2')?.giveWay();
    await vi.advanceTimersByTimeAsync(GIVING_WAY.latestMs + 50);
    arrival('a2')?.leave();
    await turns(2);
    await rest(50);
  });

  it('have new connections give way to a call, until it is done', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { come, turns, arrival, connecting } = door();
    come('a0');
    await turns(1);
    let begun = false;
    void connecting.wait().then(() => {
      begun = true;
    });
    await vi.advanceTimersByTimeAsync(CONNECTING.latestMs - 1);
    expect(begun).toBe(false);
    arrival('a0')?.leave();
    await vi.advanceTimersByTimeAsync(CONNECTING.quietMs);
    expect(begun).toBe(true);
  });
});

it('gives each account what the decision about turns says', () => {
  const patienceMs = 20_000;
  expect(ACCOUNT_LIMITS).toEqual({
    write: { perKey: 1, atOnce: 1_000, waiting: 64, waitingInAll: 2_000, patienceMs },
    read: { perKey: 6, atOnce: 1_000, waiting: 200, waitingInAll: 4_000, patienceMs },
    upload: { perKey: 2, atOnce: 20, waiting: 10, waitingInAll: 200, patienceMs },
  });
  expect([LONG_LINE, BURST]).toEqual([8, { connections: 16, withinMs: 200 }]);
  const rests = { restTimes: 0, longestRestMs: 0 };
  expect(GIVING_WAY).toEqual({
    ...{ quietMs: 10, firstMs: 1_000, latestMs: 250, restTimes: 24, longestRestMs: 2_000 },
  });
  expect(REFUSING).toEqual({ quietMs: 2, firstMs: 20, latestMs: 20, ...rests });
  expect(CONNECTING).toEqual({ quietMs: 1, firstMs: 10, latestMs: 10, ...rests });
});
