import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NobodyWaits, TooManyWaiting, type TurnLimits, Turns } from './turns.ts';

const LIMITS: TurnLimits = { perKey: 2, atOnce: 3, waiting: 4, waitingInAll: 100, patienceMs: 60_000 };

/** Work that ends when it is told to, and the order in which it began. */
function desk(limits: Partial<TurnLimits> = {}) {
  const turns = new Turns({ ...LIMITS, ...limits });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string) =>
    turns.run(name[0] ?? '', async () => {
      began.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string) => {
    await nextTurn();
    ends.get(name)?.();
    await nextTurn();
  };
  return { turns, began, start, end };
}

describe('turns', () => {
  it('let a few of one key begin, the next ones as those end, and refuse those beyond the line', async () => {
    const { began, start, end } = desk();
    const works = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map(start);
    await nextTurn();
    expect(began).toEqual(['a1', 'a2']);
    await expect(start('a7')).rejects.toThrow(TooManyWaiting);
    await end('a1');
    expect(began).toEqual(['a1', 'a2', 'a3']);
    // One place in the line is free again.
    works.push(start('a8'));
    for (const name of ['a2', 'a3', 'a4', 'a5', 'a6', 'a8']) await end(name);
    expect(await Promise.all(works)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a8']);
  });

  it('give each key that waits one turn after the other, however long its line', async () => {
    const { began, start, end } = desk({ perKey: 1, atOnce: 1, waiting: 100 });
    const works = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(start);
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']) await end(name);
    await Promise.all(works);
    expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('give the turn of work that failed to the next', async () => {
    const { turns } = desk({ perKey: 1 });
    const failing = turns.run('a', async () => await Promise.reject(new Error('no')));
    const next = turns.run('a', async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('are given back once, however often that is said', async () => {
    const { turns } = desk({ perKey: 1, atOnce: 1 });
    const giveBack = await turns.take('a');
    giveBack();
    giveBack();
    const again = await turns.take('a');
    expect(turns.isFree('a')).toBe(false);
    giveBack();
    expect(turns.isFree('a')).toBe(false);
    again();
    expect([turns.isFree('a'), turns.keys]).toEqual([true, 0]);
  });

  it('let nobody wait longer than their patience, and leave the line in order', async () => {
    const { turns, began, start, end } = desk({ perKey: 1, patienceMs: 1 });
    const first = start('a1');
    await expect(turns.run('a', async () => 'late')).rejects.toThrow(TooManyWaiting);
    await end('a1');
    const second = start('a2');
    await end('a2');
    expect(await Promise.all([first, second])).toEqual(['a1', 'a2']);
    expect(turns.keys).toBe(0);
    expect(began).toEqual(['a1', 'a2']);
  });

  it('refuse whoever comes when as many wait of all together as may, and take one as soon as one begins', async () => {
    const { turns, start, end } = desk({ perKey: 1, atOnce: 1, waiting: 2, waitingInAll: 3 });
    const works = ['a1', 'a2', 'b1', 'c1'].map(start);
    await nextTurn();
    expect(turns.waiting).toBe(3);
    await expect(start('d1')).rejects.toMatchObject({ name: 'TooManyWaiting', whose: 'all' });
    await end('a1');
    works.push(start('a3'));
    // Its own line is the shorter of the two that are full.
    await expect(start('d2')).rejects.toMatchObject({ whose: 'all' });
    for (const name of ['b1', 'c1', 'a2', 'a3']) await end(name);
    expect(await Promise.all(works)).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
    expect([turns.waiting, turns.keys]).toEqual([0, 0]);
  });

  it('say whose line is too long', async () => {
    const { start, end } = desk({ perKey: 1, atOnce: 1, waiting: 1, waitingInAll: 3 });
    const works = ['a1', 'a2'].map(start);
    await expect(start('a3')).rejects.toMatchObject({ whose: 'own' });
    for (const name of ['a1', 'a2']) await end(name);
    await Promise.all(works);
  });

  it('are left by who goes away while waiting, and by nobody who has begun', async () => {
    const { turns, began, start, end } = desk({ perKey: 1, atOnce: 1 });
    const first = start('a1');
    const gone = new AbortController();
    const left = turns.run('b', async () => 'never', gone.signal);
    const next = start('c1');
    await nextTurn();
    expect(turns.waiting).toBe(2);
    gone.abort();
    await expect(left).rejects.toThrow(NobodyWaits);
    expect([turns.waiting, turns.keys]).toEqual([1, 2]);
    await end('a1');
    await end('c1');
    expect([await first, await next, began]).toEqual(['a1', 'c1', ['a1', 'c1']]);
    await expect(turns.run('b', async () => 'late', gone.signal)).rejects.toThrow(NobodyWaits);
    const going = new AbortController();
    const running = turns.run(
      'a',
      async () => {
        going.abort();
        await nextTurn();
        return 'done';
      },
      going.signal,
    );
    expect(await running).toBe('done');
    expect(turns.keys).toBe(0);
  });

  it('are left by nobody else when somebody goes whose turn had come', async () => {
    const { turns, start, end } = desk({ perKey: 1 });
    const gone = new AbortController();
    let finish = () => {};
    const works = [start('a1')];
    const begun = turns.run('a', () => new Promise<void>((resolve) => (finish = resolve)), gone.signal);
    await end('a1');
    works.push(start('a2'), start('a3'));
    await nextTurn();
    gone.abort();
    expect(turns.waiting).toBe(2);
    finish();
    for (const name of ['a2', 'a3']) await end(name);
    await begun;
    expect(await Promise.all(works)).toEqual(['a1', 'a2', 'a3']);
  });

  it('refuse at once where nobody may wait, and keep nothing of it', async () => {
    const { turns, start, end } = desk({ perKey: 1, atOnce: 1, waiting: 0 });
    const first = start('a1');
    await expect(start('b1')).rejects.toThrow(TooManyWaiting);
    expect(turns.keys).toBe(1);
    await end('a1');
    expect(await first).toBe('a1');
    expect(turns.keys).toBe(0);
  });

  it('never exceed a bound, and answer everybody, whatever the order of coming and going', async () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), ends: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const turns = new Turns(LIMITS);
        const running: { key: string; end: () => void }[] = [];
        const outcomes: Promise<string>[] = [];
        const work = (key: string) => async () => {
          await new Promise<void>((end) => running.push({ key, end }));
          return 'done';
        };
        const expectBounds = () => {
          expect(running.length).toBeLessThanOrEqual(LIMITS.atOnce);
          for (const key of ['a', 'b', 'c'])
            expect(running.filter((one) => one.key === key).length).toBeLessThanOrEqual(LIMITS.perKey);
        };
        for (const { key, ends } of steps) {
          if (ends) running.shift()?.end();
          else outcomes.push(turns.run(key, work(key)).catch((error: Error) => error.name));
          await nextTurn();
          expectBounds();
        }
        while (running.length > 0) {
          running.shift()?.end();
          await nextTurn();
          expectBounds();
        }
        expect(turns.keys).toBe(0);
        for (const outcome of await Promise.all(outcomes))
          expect(['done', 'TooManyWaiting']).toContain(outcome);
      }),
      { numRuns: 60 },
    );
  });
});
