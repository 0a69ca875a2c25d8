import { describe, expect, it } from 'vitest';
import { createSignInLimits, type SignInAttempt } from './sign-in-limits.ts';

const MINUTE_MS = 60_000;
const EMAIL = 'owner@example.com';
const attempt = (ip: string, nowMs = 0, email = EMAIL): SignInAttempt => ({ ip, email, nowMs });

describe('guesses of an account', () => {
  /** @returns how many of so many went through, of that many /64s of a /48 with ten each. */
  const ofWideNetwork = (limits: ReturnType<typeof createSignInLimits>, prefix: string, nowMs = 0) => {
    let through = 0;
    for (let connection = 0; connection < 11; connection += 1) {
      for (let guess = 0; guess < 10; guess += 1) {
        // In both halves of it.
        const ip = `${prefix}:${(connection * 0x1800).toString(16)}::${guess.toString(16)}`;
        if (limits.trySignIn(attempt(ip, nowMs)) !== null) through += 1;
      }
    }
    return through;
  };

  it('from a /48 are 20 an hour, and leave the account open to others', () => {
    const limits = createSignInLimits();
    expect(ofWideNetwork(limits, '2001:db8:1')).toBe(20);
    expect(limits.trySignIn(attempt('2001:db8:1:20::1', 60 * MINUTE_MS - 1))).toBeNull();
    expect(limits.trySignIn(attempt('192.0.2.1', 59 * MINUTE_MS))?.crowded).toBe(false);
    expect(limits.trySignIn(attempt('2001:db8:1:20::1', 60 * MINUTE_MS))).not.toBeNull();
  });

  it('from a /24 of IPv4 are as many', () => {
    const limits = createSignInLimits();
    const through = Array.from({ length: 30 }, (_, host) =>
      limits.trySignIn(attempt(`192.0.2.${host * 8}`)),
    ).filter((counted) => counted !== null);
    expect(through).toHaveLength(20);
    expect(limits.trySignIn(attempt('192.0.3.1'))).not.toBeNull();
  });

  it('are 100 from everywhere, then of known places alone, of each as many again', () => {
    const limits = createSignInLimits();
    for (let network = 0; network < 5; network += 1) {
      expect(ofWideNetwork(limits, `2001:db8:${network}`)).toBe(20);
    }
    for (let guess = 0; guess < 100; guess += 1) {
      const counted = limits.trySignIn(attempt(`203.0.${guess}.1`));
      expect([counted?.crowded, counted?.takeOfPlace('home')]).toEqual([true, true]);
    }
    expect(limits.trySignIn(attempt('203.0.113.1'))?.takeOfPlace('home')).toBe(false);
    expect(limits.trySignIn(attempt('203.0.114.1'))?.takeOfPlace('work')).toBe(true);
    expect(limits.trySignIn(attempt('203.0.115.1', 0, 'other@example.com'))?.crowded).toBe(false);
  });

  it('that were right are not counted, those of a place neither', () => {
    const limits = createSignInLimits();
    for (let turn = 0; turn < 300; turn += 1) limits.trySignIn(attempt('192.0.2.1'))?.succeeded();
    for (let network = 0; network < 5; network += 1) ofWideNetwork(limits, `2001:db8:${network}`);
    for (let turn = 0; turn < 300; turn += 1) {
      const counted = limits.trySignIn(attempt('192.0.2.1'));
      expect([counted?.crowded, counted?.takeOfPlace('home')]).toEqual([true, true]);
      counted?.succeeded();
    }
  });
});

it('a /48 guesses 200 times in ten minutes, of whatever accounts', () => {
  const limits = createSignInLimits();
  let through = 0;
  for (let guess = 0; guess < 300; guess += 1) {
    const ip = `2001:db8:1:${(guess % 10).toString(16)}::1`;
    if (limits.trySignIn(attempt(ip, 0, `guess-${guess}@example.com`)) !== null) through += 1;
  }
  expect(through).toBe(200);
  expect(limits.trySignIn(attempt('2001:db8:1:77::1', 10 * MINUTE_MS))).not.toBeNull();
});

it('one network guesses fifty times in ten minutes, ten of one account, and asks for twenty mails an hour', () => {
  const [limits, ip] = [createSignInLimits(), '192.0.2.1'];
  const through = (count: number, call: (n: number) => boolean) =>
    Array.from({ length: count }, (_, n) => call(n)).filter(Boolean).length;
  const guess = (email: string, nowMs: number) => limits.trySignIn(attempt(ip, nowMs, email)) !== null;
  const late = 10 * MINUTE_MS;
  expect(through(12, () => guess(EMAIL, 0))).toBe(10);
  // What is refused by one count was counted by the others: two more of the network.
  expect(through(60, (n) => guess(`a-${n}@example.com`, 0))).toBe(38);
  expect([guess('late@example.com', late - 1), guess('late@example.com', late)]).toEqual([false, true]);
  expect(through(12, () => guess(EMAIL, late))).toBe(10);
  const mail = (n: number, nowMs = 0) => limits.mayAskForMail(attempt(ip, nowMs, `b-${n}@example.com`));
  expect(through(25, (n) => mail(n))).toBe(20);
  expect([mail(99, 60 * MINUTE_MS - 1), mail(99, 60 * MINUTE_MS)]).toEqual([false, true]);
});

describe('who shows once more who they are', () => {
  const wrong = (limits: ReturnType<typeof createSignInLimits>, sessionId: number | null, nowMs = 0) =>
    limits.tryConfirm({ userId: 7, sessionId, nowMs }) !== null;

  it('has ten wrong ones in ten minutes of a session, a hundred an hour of all', () => {
    const limits = createSignInLimits();
    for (let session = 0; session < 10; session += 1) {
      for (let guess = 0; guess < 10; guess += 1) expect(wrong(limits, session)).toBe(true);
      expect(wrong(limits, session)).toBe(false);
    }
    expect(wrong(limits, 11)).toBe(false);
    expect(limits.tryConfirm({ userId: 8, sessionId: 11, nowMs: 0 })).not.toBeNull();
    expect(wrong(limits, 1, 60 * MINUTE_MS)).toBe(true);
  });

  it('is not counted when right', () => {
    const limits = createSignInLimits();
    for (let turn = 0; turn < 200; turn += 1) {
      const counted = limits.tryConfirm({ userId: 7, sessionId: 1, nowMs: 0 });
      expect(counted).not.toBeNull();
      counted?.succeeded();
    }
  });
});

describe('whoever has to wait', () => {
  it('is told until the last of what is used up begins anew', () => {
    const limits = createSignInLimits();
    const from = attempt('192.0.2.1', 4 * MINUTE_MS);
    expect(limits.signInWaitMs(from)).toBe(0);
    for (let turn = 0; turn < 10; turn += 1) limits.trySignIn(attempt('192.0.2.1', MINUTE_MS));
    expect(limits.signInWaitMs(from)).toBe(7 * MINUTE_MS);
    expect(limits.signInWaitMs(attempt('192.0.3.1', 4 * MINUTE_MS))).toBe(0);
    for (let turn = 0; turn < 10; turn += 1) limits.trySignIn(attempt('192.0.2.9', 2 * MINUTE_MS));
    expect(limits.signInWaitMs(from)).toBe(57 * MINUTE_MS);
  });

  it('is told of an account that is guessed from everywhere, at places that are known of it as elsewhere', () => {
    const limits = createSignInLimits();
    for (let guess = 0; guess < 100; guess += 1) limits.trySignIn(attempt(`203.0.${guess}.1`));
    const home = attempt('192.0.2.1', MINUTE_MS);
    limits.trySignIn(home)?.takeOfPlace('home');
    expect(limits.signInWaitMs(home)).toBe(59 * MINUTE_MS);
    expect(limits.signInWaitMs(attempt('198.51.100.1', MINUTE_MS))).toBe(59 * MINUTE_MS);
  });

  it('is told of confirmations and mails', () => {
    const limits = createSignInLimits();
    const confirmation = { userId: 7, sessionId: 1, nowMs: 0 };
    for (let turn = 0; turn < 10; turn += 1) limits.tryConfirm(confirmation);
    expect(limits.confirmWaitMs({ ...confirmation, nowMs: MINUTE_MS })).toBe(9 * MINUTE_MS);
    for (let turn = 0; turn < 3; turn += 1) limits.mayAskForMail(attempt('192.0.2.1'));
    expect(limits.mailWaitMs(attempt('192.0.2.1', MINUTE_MS))).toBe(59 * MINUTE_MS);
    const sender = { kind: 'account', id: 1 } as const;
    for (let turn = 0; turn < 60; turn += 1)
      limits.mayMailAnybody(sender, { email: `${turn}@example.com`, nowMs: 0 });
    expect(limits.anybodyWaitMs(sender, { email: EMAIL, nowMs: MINUTE_MS })).toBe(1_439 * MINUTE_MS);
  });
});

describe('answers to single sign-on', () => {
  it('are 50 in ten minutes of a network, 200 of a /48, those that were good not counted', () => {
    const limits = createSignInLimits();
    const from = (connection: number, nowMs = 0) => ({ ip: `2001:db8:1:${connection}::1`, nowMs });
    const through = [1, 2, 3, 4, 5].map(
      (connection) =>
        Array.from({ length: 51 }, () => limits.mayAnswer(from(connection))).filter(Boolean).length,
    );
    expect(through).toEqual([50, 50, 50, 50, 0]);
    expect(limits.mayAnswer({ ip: '2001:db8:2:1::1', nowMs: 0 })).toBe(true);
    expect(limits.answerWaitMs(from(1, MINUTE_MS))).toBe(9 * MINUTE_MS);
    limits.answered(from(1));
    expect([limits.mayAnswer(from(1)), limits.mayAnswer(from(1))]).toEqual([true, false]);
    expect(limits.mayAnswer(from(6, 10 * MINUTE_MS))).toBe(true);
  });
});

describe('mails', () => {
  it('are asked for three times an hour for one address from a /48, sixty times for all', () => {
    const limits = createSignInLimits();
    const asked = (connection: number, email = EMAIL) =>
      limits.mayAskForMail(attempt(`2001:db8:1:${connection.toString(16)}::1`, 0, email));
    expect([asked(1), asked(2), asked(3), asked(4)]).toEqual([true, true, true, false]);
    expect(limits.mayAskForMail(attempt('2001:db8:2::1'))).toBe(true);
    const others = Array.from({ length: 70 }, (_, count) => asked(10 + count, `other-${count}@example.com`));
    expect(others.filter(Boolean)).toHaveLength(56);
  });

  it('go to one address six times an hour, and three times more for each of its places', () => {
    const limits = createSignInLimits();
    const sent = Array.from({ length: 8 }, () => limits.mayMail('reset', { email: EMAIL, nowMs: 0 }));
    expect(sent.filter(Boolean)).toHaveLength(6);
    const toPlace = Array.from({ length: 5 }, () => limits.mayMailFromPlace('home', 0));
    expect(toPlace.filter(Boolean)).toHaveLength(3);
    expect(limits.mailOfKindWaitMs('reset', { email: EMAIL, nowMs: MINUTE_MS })).toBe(59 * MINUTE_MS);
    expect(limits.mailOfKindWaitMs('sign-up', { email: EMAIL, nowMs: 0 })).toBe(0);
    expect(limits.mayMail('sign-up', { email: EMAIL, nowMs: 0 })).toBe(true);
    expect(limits.mayMail('reset', { email: EMAIL, nowMs: 60 * MINUTE_MS })).toBe(true);
  });

  it('go to whoever somebody names sixty times a day, to one of them three times an hour', () => {
    const limits = createSignInLimits();
    const asked = (id: number, email: string, nowMs = 0, kind: 'account' | 'user' = 'account') =>
      limits.mayMailAnybody({ kind, id }, { email, nowMs });
    const hour = 60 * MINUTE_MS;
    expect([1, 2, 3, 4].map(() => asked(1, EMAIL))).toEqual([true, true, true, false]);
    // Whoever they come from: six.
    expect([1, 2, 3, 4].map(() => asked(1, EMAIL, 0, 'user'))).toEqual([true, true, true, false]);
    expect([asked(2, EMAIL), asked(2, EMAIL, hour)]).toEqual([false, true]);
    const others = Array.from({ length: 70 }, (_, count) => asked(1, `other-${count}@example.com`, hour));
    expect(others.filter(Boolean)).toHaveLength(57);
    expect(asked(1, 'late@example.com', 24 * hour - 1)).toBe(false);
    expect(asked(1, 'late@example.com', 24 * hour)).toBe(true);
    expect(limits.mayMail('reset', { email: EMAIL, nowMs: 0 })).toBe(true);
  });
});

it('the log has 600 lines an hour of addresses that nobody has, and one of each lock', () => {
  const limits = createSignInLimits();
  const noted = (nowMs: number) =>
    Array.from({ length: 601 }, (_, guess) =>
      limits.noteUnknown(attempt('192.0.2.1', nowMs, `guess-${guess}@example.com`)),
    ).filter(Boolean).length;
  expect([noted(0), noted(60 * MINUTE_MS - 1), noted(60 * MINUTE_MS)]).toEqual([600, 0, 600]);
  const locked = (nowMs: number, ip = '192.0.2.1', email = EMAIL) =>
    limits.noteLocked(attempt(ip, nowMs, email));
  expect([locked(0), locked(10 * MINUTE_MS - 1), locked(10 * MINUTE_MS)]).toEqual([true, false, true]);
  expect([locked(0, '198.51.100.1'), locked(0, '192.0.2.1', 'other@example.com')]).toEqual([true, true]);
});

describe('what is used up', () => {
  type Limits = ReturnType<typeof createSignInLimits>;
  const elsewhere = (n: number) => `203.0.${n}.1`;
  const nearby = (n: number) => `2001:db8:1:${n.toString(16)}::1`;
  const other = (n: number) => `other-${n}@example.com`;

  it.each<[string, number, number, (limits: Limits, n: number, nowMs: number) => boolean]>([
    [
      'guesses of one account from everywhere',
      100,
      60,
      (limits, n, nowMs) => limits.trySignIn(attempt(elsewhere(n), nowMs))?.crowded === false,
    ],
    [
      'guesses from one known place',
      100,
      60,
      (limits, n, nowMs) =>
        limits.trySignIn(attempt(elsewhere(n), nowMs, other(n)))?.takeOfPlace('home') === true,
    ],
    [
      'guesses of one account from a /48',
      20,
      60,
      (limits, n, nowMs) => limits.trySignIn(attempt(nearby(n), nowMs)) !== null,
    ],
    [
      'guesses from a /48',
      200,
      10,
      (limits, n, nowMs) => limits.trySignIn(attempt(nearby(n), nowMs, other(n))) !== null,
    ],
    [
      'proofs of one session',
      10,
      10,
      (limits, _n, nowMs) => limits.tryConfirm({ userId: 7, sessionId: 1, nowMs }) !== null,
    ],
    [
      'proofs of one person',
      100,
      60,
      (limits, n, nowMs) => limits.tryConfirm({ userId: 7, sessionId: n, nowMs }) !== null,
    ],
    ['answers from one network', 50, 10, (limits, _n, nowMs) => limits.mayAnswer({ ip: nearby(1), nowMs })],
    ['answers from a /48', 200, 10, (limits, n, nowMs) => limits.mayAnswer({ ip: nearby(n), nowMs })],
    [
      'mails that a /48 asks for',
      60,
      60,
      (limits, n, nowMs) => limits.mayAskForMail(attempt(nearby(n), nowMs, other(n))),
    ],
    [
      'mails that a /48 asks for to one address',
      3,
      60,
      (limits, n, nowMs) => limits.mayAskForMail(attempt(nearby(n), nowMs)),
    ],
    ['mails to one address', 6, 60, (limits, _n, nowMs) => limits.mayMail('reset', { email: EMAIL, nowMs })],
    ['mails for one place', 3, 60, (limits, _n, nowMs) => limits.mayMailFromPlace('home', nowMs)],
    [
      'mails of one account to one address',
      3,
      60,
      (limits, _n, nowMs) => limits.mayMailAnybody({ kind: 'account', id: 1 }, { email: EMAIL, nowMs }),
    ],
    [
      'mails of anybody to one address',
      6,
      60,
      (limits, n, nowMs) => limits.mayMailAnybody({ kind: 'account', id: n }, { email: EMAIL, nowMs }),
    ],
  ])('%s: is there again after its time, and not a moment before', (_what, limit, minutes, use) => {
    const limits = createSignInLimits();
    let used = 0;
    while (use(limits, used, 0)) used += 1;
    expect(used).toBe(limit);
    expect(use(limits, used, minutes * MINUTE_MS - 1)).toBe(false);
    expect(use(limits, used, minutes * MINUTE_MS)).toBe(true);
  });
});
