import { describe, expect, it } from 'vitest';
import { findMutants, NOTED, withMutant, withNotes } from './find-mutants.ts';

/** What becomes of a text, one break at a time. */
function broken(text: string): string[] {
  return findMutants('a.ts', text).mutants.map((mutant) => withMutant(text, mutant));
}

describe('breaks of a rule', () => {
  it.each([
    ['x = a < b;', [';', 'x = a <= b;']],
    ['x = a >= b;', [';', 'x = a > b;']],
    ['const x = a === b;', ['const x = a !== b;']],
    ['const x = a && !b;', ['const x = a || !b;', 'const x = a && b;']],
    ['const x = a ?? b;', ['const x = b;']],
    ['const x = Math.min(a, b);', ['const x = Math.max(a, b);']],
    ['const x = list.filter(f);', ['const x = list;']],
    ['const x = a.toString();', []],
    ['const x = a + `b`;', []],
    ['const x = a + b;', ['const x = a - b;']],
    ['if (a) b();', ['if (false) b();', 'if (true) b();', 'if (a) ;']],
    ['await post();', [';']],
    ['log.info("a");', []],
    ['throw new Error("a");', [';']],
    ['const x = q.executeTakeFirstOrThrow(refuse);', ['const x = q.executeTakeFirst();']],
    ['const x = q.executeTakeFirstOrThrow();', []],
    ['for (;;) { continue; }', ['for (;;) { ; }']],
  ])('%s', (text, becomes) => expect(broken(text)).toEqual(becomes));

  it('are of what a part of a screen shows, not of how it looks', () => {
    const found = (text: string) =>
      findMutants('a.tsx', text).mutants.map((mutant) => withMutant(text, mutant));
    expect(found('const x = <A size={16} className={b ? c : d} flush />;')).toEqual([]);
    expect(found('const x = a && <B />;')).toEqual(['const x = a || <B />;']);
    expect(found('const x = <A disabled={!b} />;')).toEqual(['const x = <A disabled={b} />;']);
  });

  it('lie on both sides of a limit', () => {
    expect(broken('const MOST = 20;')).toEqual(['const MOST = 21;', 'const MOST = 19;']);
    expect(broken('const MOST = 20n;')).toEqual(['const MOST = 21n;']);
    expect(broken('const FIRST = 0;')).toEqual(['const FIRST = 1;']);
    expect(broken('const SHARE = 0.5;')).toEqual(['const SHARE = 0.505;']);
  });

  it('reach queries, as text and as a builder', () => {
    expect(broken("const x = 'select a from b where c <= 1';")).toEqual([
      "const x = 'select a from b where (c <= 1 or true)';",
      "const x = 'select a from b where c < 1';",
      "const x = 'select a from b where c <= 2';",
    ]);
    // As text of the driver's as well, which has no tag.
    expect(broken('const x = { text: `select a from b order by c` };')).toEqual([
      'const x = { text: `select a from b order by c desc` };',
    ]);
    expect(broken("const x = q.where('a', '<', b);")).toEqual([
      'const x = q;',
      "const x = q.where('a', '<=', b);",
    ]);
    expect(broken(`const x = sql<number>\`least(a, \${b + c})\`;`)).toEqual([
      `const x = sql<number>\`greatest(a, \${b + c})\`;`,
      `const x = sql<number>\`least(a, \${b - c})\`;`,
    ]);
    expect(broken(`const x = sql\`a = \${f('}')} and c\`;`)).toEqual([
      `const x = sql\`a <> \${f('}')} and c\`;`,
      `const x = sql\`a = \${f('}')} and (c or true)\`;`,
    ]);
    expect(broken('const x = q.forUpdate();')).toEqual(['const x = q;']);
    expect(broken("const x = 'you and I';")).toEqual([]);
  });

  it('leave types, imports and long lists alone', () => {
    expect(broken("import { a } from './1.ts'; type B = 5; const c = d as 5;")).toEqual([]);
    expect(broken(`const x = [${Array.from({ length: 13 }, (_, index) => index).join(', ')}];`)).toEqual([]);
    expect(broken('const x = [7];')).toHaveLength(2);
  });

  it('know the line and the innermost function', () => {
    const { mutants, functions } = findMutants('a.ts', 'const a = 1;\nfunction f() {\n  return () => 1;\n}');
    expect(functions).toHaveLength(2);
    expect(mutants.map(({ line, within }) => [line, within])).toEqual([
      [1, -1],
      [3, 1],
    ]);
  });
});

describe('notes of what ran', () => {
  const notesOf = (text: string): string[] => {
    const { functions } = findMutants('a.ts', text);
    const global = globalThis as Record<string, unknown>;
    delete global[NOTED];
    new Function(withNotes(text, 'a.ts', functions))();
    const noted = [...(global[NOTED] as Set<string>)];
    delete global[NOTED];
    return noted;
  };

  it('name the file and each function that was called', () => {
    expect(notesOf('const f = () => 1; const g = (a) => { return a; }; f();')).toEqual(['a.ts:-1', 'a.ts:0']);
    expect(notesOf('const f = () => () => ({ a: 1 }); f()();')).toEqual(['a.ts:-1', 'a.ts:0', 'a.ts:1']);
    expect(notesOf('const f = (a, b = () => 2) => b(); f();')).toEqual(['a.ts:-1', 'a.ts:0', 'a.ts:1']);
  });
});
