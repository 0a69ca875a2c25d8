import { describe, expect, it } from 'vitest';
import { sqlBreaks } from './sql-mutants.ts';

/** What becomes of a piece of SQL, one break at a time, those of a kind only. «a» is put in from elsewhere. */
function broken(text: string, kind: string): string[] {
  const holes = [...text.matchAll(/«[^»]*»/g)].map(({ 0: hole, index }) => ({
    start: index,
    end: index + hole.length,
  }));
  return sqlBreaks(text, holes)
    .filter(({ name }) => name === `${kind} in SQL`)
    .map(({ at, length, becomes }) => text.slice(0, at) + becomes + text.slice(at + length));
}

describe('a condition', () => {
  const without = (text: string) => broken(text, 'condition left out');

  it('loses each of its parts by itself, and keeps their parameters', () => {
    expect(without('select 1 from a where b = $1 and c is null order by d')).toEqual([
      'select 1 from a where (b = $1 or true) and c is null order by d',
      'select 1 from a where b = $1 and (c is null or true) order by d',
    ]);
    expect(without('update a set b = 1\n where c = «id»\n returning b')).toEqual([
      'update a set b = 1\n where (c = «id» or true)\n returning b',
    ]);
  });

  it('is not cut apart at the and of a between', () => {
    expect(without('select 1 where a between $1 and $2 and b')).toEqual([
      'select 1 where (a between $1 and $2 or true) and b',
      'select 1 where a between $1 and $2 and (b or true)',
    ]);
  });

  it('ends where its bracket does', () => {
    expect(without("count(*) filter (where a = 'b) and') as c")).toEqual([
      "count(*) filter (where (a = 'b) and' or true)) as c",
    ]);
    expect(without('case when a then 1 end')).toEqual(['case when (a or true) then 1 end']);
  });

  it('of an index that a conflict is looked for in stays', () => {
    expect(without('insert into a values (1) on conflict (b) where c do nothing')).toEqual([]);
    expect(without('on conflict (b) do update set c = 1 where a.c < 1')).toEqual([
      'on conflict (b) do update set c = 1 where (a.c < 1 or true)',
    ]);
  });

  it('holds a comparison that is left out with it, or is turned by itself within brackets', () => {
    expect(broken('where a = b', 'equality')).toEqual([]);
    expect(broken('join a on a.b = c.b', 'equality')).toEqual(['join a on a.b <> c.b']);
    expect(broken('where (a = 1 or b = 2)', 'equality')).toHaveLength(2);
    expect(broken('update a set b = c, d = e where f', 'equality')).toEqual([]);
  });
});

describe('an order', () => {
  it('loses what decides between equals', () => {
    expect(broken('order by a desc, lower(b, 1), c limit 1', 'tie-break')).toEqual([
      'order by a desc, lower(b, 1) limit 1',
    ]);
    expect(broken('array_agg(a order by b, c)', 'tie-break')).toEqual(['array_agg(a order by b)']);
    expect(broken('order by a desc', 'tie-break')).toEqual([]);
  });

  it('is turned where there is one only', () => {
    expect(broken('order by a for update', 'order')).toEqual(['order by a desc for update']);
    expect(broken('order by a desc', 'order')).toEqual(['order by a asc']);
    expect(broken('order by a «way»', 'order')).toEqual([]);
  });
});

describe('locks, conflicts and limits', () => {
  it.each([
    ['lock', 'select 1 from a for no key update of a skip locked', ['select 1 from a  skip locked']],
    ['passing by of locked rows', 'for update skip locked', ['for update ']],
    ['conflict', 'values (1) on conflict (a) do nothing returning b', ['values (1)  returning b']],
    [
      'conflict',
      'on conflict (a) do update set b = (select 1), c = 2 returning d',
      ['on conflict (a) do nothing returning d'],
    ],
    ['distinct', 'select distinct a', ['select a']],
    ['distinct', 'a is distinct from b', []],
    ['number', 'limit «most» offset $2', ['limit «most» + 1 offset $2', 'limit «most» offset $2 + 1']],
    ['number', "now() - interval '7 days'", ["now() - interval '8 days'"]],
  ])('%s: %s', (kind, text, becomes) => expect(broken(text, kind)).toEqual(becomes));

  it('say nothing in a text or a remark', () => {
    expect(sqlBreaks("select 'a < b and c > 5' -- x and y < 3")).toEqual([]);
  });
});
