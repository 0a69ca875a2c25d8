import { describe, expect, it } from 'vitest';
import { leftOf, type PlaceResult, stillTrue } from './results.ts';

const tests = new Map([
  ['a.test.ts', 'one'],
  ['b.test.ts', 'two'],
]);
const before: PlaceResult = {
  place: 'somewhere',
  tried: 4,
  caught: 2,
  catchers: [
    { test: 'a.test.ts', text: 'one' },
    { test: 'b.test.ts', text: 'two' },
  ],
  files: { 'f.ts': { text: 'same', verdicts: [0, 1, 'unnoticed', 'endless', 'unrun'], left: [] } },
};

describe('what still holds', () => {
  it('is everything while nothing changed', () => {
    expect(stillTrue(before, 'f.ts', 'same', 5, tests)).toEqual([
      'a.test.ts',
      'b.test.ts',
      'unnoticed',
      'endless',
      'unrun',
    ]);
  });

  it('is nothing of a file whose text changed, or that is new', () => {
    const untried = Array.from({ length: 5 }, () => 'untried');
    expect(stillTrue(before, 'f.ts', 'other', 5, tests)).toEqual(untried);
    expect(stillTrue(before, 'g.ts', 'same', 5, tests)).toEqual(untried);
    expect(stillTrue(undefined, 'f.ts', 'same', 5, tests)).toEqual(untried);
  });

  it('is what another test than the changed one noticed', () => {
    const changed = new Map([...tests, ['b.test.ts', 'three']]);
    expect(stillTrue(before, 'f.ts', 'same', 5, changed)).toEqual([
      'a.test.ts',
      'untried',
      'untried',
      'endless',
      'untried',
    ]);
  });

  it('is not what nobody noticed once there is one test more', () => {
    const more = new Map([...tests, ['c.test.ts', 'four']]);
    expect(stillTrue(before, 'f.ts', 'same', 5, more)[2]).toBe('untried');
  });
});

describe('what is left', () => {
  const mutant = { kind: 'number', line: 3, start: 0, end: 1, was: '1', becomes: '2', within: -1 };

  it('is what nobody noticed, with its reason', () => {
    const reasoned = { ...mutant };
    const left = leftOf(
      [mutant, mutant, mutant, mutant, reasoned],
      ['unnoticed', 0, 'untried', 'unrun', 'unnoticed'],
      new Map([[reasoned, 'the same']]),
    );
    const shown = { line: 3, kind: 'number', was: '1', becomes: '2' };
    expect(left).toEqual([shown, { ...shown, unrun: true }, { ...shown, reason: 'the same' }]);
  });
});
