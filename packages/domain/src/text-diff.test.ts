import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffLine, diffLines } from './text-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
const textOf = (diff: readonly DiffLine[], without: DiffLine['kind']) =>
  diff
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('\n');
const marks = (diff: readonly DiffLine[]) =>
  diff.map(({ kind, text }) => ({ same: ' ', removed: '-', added: '+' })[kind] + text);

describe('the difference of two texts', () => {
  it('holds both of them', () => {
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const [before, after] = [a.join('\n'), b.join('\n')];
        const diff = diffLines(before, after);
        expect(textOf(diff, 'added')).toBe(before);
        expect(textOf(diff, 'removed')).toBe(after);
      }),
    );
  });

  it('calls nothing changed that is the same', () => {
    fc.assert(
      fc.property(lines, (a) => {
        const text = a.join('\n');
        expect(diffLines(text, text).every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  it('changes no more lines one way than the other', () => {
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const changed = (from: string[], to: string[]) =>
          diffLines(from.join('\n'), to.join('\n')).filter(({ kind }) => kind !== 'same').length;
        expect(changed(a, b)).toBe(changed(b, a));
      }),
    );
  });

  it('finds the same line wherever it stands in either', () => {
    expect(marks(diffLines('x\nk', 'k\ny'))).toEqual(['-x', ' k', '+y']);
    expect(marks(diffLines('k\nx', 'y\nk'))).toEqual(['+y', ' k', '-x']);
    expect(marks(diffLines('k', 'y\nk\nz'))).toEqual(['+y', ' k', '+z']);
  });

  it('shows a changed line beside those that stay', () => {
    expect(marks(diffLines('<a>\none\n</a>', '<a>\ntwo\nthree\n</a>'))).toEqual([
      ' <a>',
      '-one',
      '+two',
      '+three',
      ' </a>',
    ]);
  });

  it('shows texts of more than a million pairs of lines whole', () => {
    const long = (count: number, word: string) => Array.from({ length: count }, () => word).join('\n');
    const first = (count: number) =>
      marks(diffLines(`x\nm\n${long(count, 'a')}`, `y\nm\n${long(1_000, 'b')}`));
    // Each with the two lines above.
    expect(first(900).slice(0, 3)).toEqual(['-x', '+y', ' m']);
    expect(first(1_000).slice(0, 2)).toEqual(['-x', '-m']);
    // What is the same at both ends is no part of them.
    const same = long(1_100, 's');
    const between = marks(diffLines(`${same}\nx\n${same}`, `${same}\ny\n${same}`));
    expect(between.filter((line) => line !== ' s')).toEqual(['-x', '+y']);
    // A million of them to the pair, and a line more.
    const beside = (count: number) => `m\n${long(count, 'a')}`;
    const edge = (count: number) =>
      marks(diffLines(`x\n${beside(count)}`, `y\nm\n${long(998, 'b')}`)).slice(0, 3);
    expect(edge(998)).toEqual(['-x', '+y', ' m']);
    expect(edge(999)).toEqual(['-x', '-m', '-a']);
  });
});
