import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TooManyWaiting, type TurnLimits, Turns } from './turns.ts';

const LIMITS: TurnLimits = { perKey: 2, atOnce: 3, waiting: 4, patienceMs: 60_000 };

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
