import { describe, expect, test } from 'vitest';
import type { Written } from '../events/spool.ts';
import { EventsHandler } from './events.ts';
import { RequestHead } from './request-head.ts';

const TOKEN = 'A'.repeat(80);
const OTHER = 'b-_9'.repeat(20);

/** A handler whose recorder takes so many events, and what it was given. */
function begin(room: number, gathers = true) {
  const given: string[] = [];
  const gathered: number[] = [];
  const waiting: Written[] = [];
  const recorder = {
    gather: (count: number) => {
      gathered.push(count);
      return gathers;
    },
    add: (kind: string, token: string) => given.length < room && given.push(`${kind} ${token}`) > 0,
    whenWritten: (written: Written) => void waiting.push(written),
  };
  const deps = {
    ...{ recorder, nowMs: () => 0, anySite: () => true, trafficRules: () => ({ size: 0 }) },
    visitors: { addressOf: () => '', inDataCentre: () => false, countryOf: () => '' },
    viewers: { of: () => Buffer.alloc(8) },
  } as unknown as ConstructorParameters<typeof EventsHandler>[0];
  const done: boolean[] = [];
  const take = (body: string) =>
    new EventsHandler(deps).take(body, new RequestHead(null), (stored) => done.push(stored));
  return { take, given, gathered, waiting, done };
}

describe('the events of a post', () => {
  test('are taken together, in their order, and answered once they are written', () => {
    const { take, given, gathered, waiting, done } = begin(10);
    expect(take(`i${TOKEN}\nv${TOKEN}\ni${OTHER}`)).toBeNull();
    expect(given).toEqual([`impression ${TOKEN}`, `viewable ${TOKEN}`, `impression ${OTHER}`]);
    expect([gathered, done]).toEqual([[3], []]);
    waiting[0]?.(true);
    expect(done).toEqual([true]);
  });

  test('may end with a line feed, which is no event', () => {
    const { take, given, gathered } = begin(10);
    expect(take(`v${TOKEN}\n`)).toBeNull();
    expect([given, gathered]).toEqual([[`viewable ${TOKEN}`], [1]]);
  });

  test('are refused where there is no room for all of them, and where one is not taken', () => {
    const full = begin(10, false);
    expect(full.take(`i${TOKEN}\nv${TOKEN}`)).toBeNull();
    expect([full.given, full.done, full.waiting]).toEqual([[], [false], []]);
    const filling = begin(1);
    expect(filling.take(`i${TOKEN}\nv${TOKEN}\nv${OTHER}`)).toBeNull();
    expect([filling.given.length, filling.done, filling.waiting]).toEqual([1, [false], []]);
  });

  test.each([
    ['', 'holds at least one event'],
    ['\n', 'is lines of a kind letter and 80 characters'],
    [`i${TOKEN}A`, 'is lines of a kind letter and 80 characters'],
    [`i${TOKEN.slice(1)}`, 'is lines of a kind letter and 80 characters'],
    [`i${TOKEN}\n\n`, 'is lines of a kind letter and 80 characters'],
    [`c${TOKEN}`, 'begins each line with i or v'],
    [`i${TOKEN}\nx${TOKEN}`, 'begins each line with i or v'],
    [`i${TOKEN} v${TOKEN}`, 'separates lines by a line feed'],
    [`i${TOKEN}\ni${TOKEN}\ri${TOKEN}`, 'separates lines by a line feed'],
    [`i${TOKEN.slice(1)}+`, 'holds a token of base64url in each line'],
    [`i${TOKEN}\nv=${TOKEN.slice(1)}`, 'holds a token of base64url in each line'],
  ])('are no events as %j, and none of them is taken', (body, rule) => {
    const { take, given, gathered, done } = begin(10);
    expect(take(body)).toBe(rule);
    expect([given, gathered, done]).toEqual([[], [], []]);
  });
});
