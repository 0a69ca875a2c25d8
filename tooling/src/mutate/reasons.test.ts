import { describe, expect, it } from 'vitest';
import { findMutants } from './find-mutants.ts';
import { meansSomething, reasonsFor } from './reasons.ts';

const text = 'const MOST = 20;\nif (a < 3 &&\n    b) c();\n';
const { mutants } = findMutants('f.ts', text);
const explained = (code: string, kind?: string) => {
  const reason = { file: 'f.ts', code, reason: 'why', ...(kind === undefined ? {} : { kind }) };
  return [...reasonsFor([reason], 'f.ts', text, mutants).keys()].map(({ becomes }) => becomes);
};

describe('a reason', () => {
  it('speaks of the breaks inside its piece of code, however its lines end', () => {
    expect(explained('MOST = 20')).toEqual(['21', '19']);
    expect(explained('a < 3 && b')).toEqual(['false', 'true', '<=', '4', '2', '||']);
    expect(explained('< 3')).toEqual(['<=', '4', '2']);
  });

  it('speaks of one kind of them where it says so', () => {
    expect(explained('a < 3 && b', 'number')).toEqual(['4', '2']);
    expect(explained('a < 3 && b', 'truth')).toEqual([]);
  });

  it('speaks of nothing in another file, or once its code is gone', () => {
    const reason = { file: 'f.ts', code: 'MOST = 20', reason: 'why' };
    expect(reasonsFor([reason], 'g.ts', text, mutants).size).toBe(0);
    expect(meansSomething(reason, text, mutants)).toBe(true);
    expect(meansSomething({ ...reason, code: 'MOST = 30' }, text, mutants)).toBe(false);
  });

  it('of two counts the first', () => {
    const reasons = ['one', 'two'].map((reason) => ({ file: 'f.ts', code: '20', reason }));
    expect([...reasonsFor(reasons, 'f.ts', text, mutants).values()]).toEqual(['one', 'one']);
  });
});
