import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupFault } from './backup-fault.ts';
import { explainFault } from './explain-fault.ts';

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'placard-fault-'));
  writeFileSync(join(parent, 'file'), '');
  symlinkSync('loop', join(parent, 'loop'));
});
afterAll(() => rmSync(parent, { recursive: true }));

function faultOf(act: () => unknown): unknown {
  try {
    act();
  } catch (cause) {
    return cause;
  }
  throw new Error('nothing failed');
}
const below = (...path: string[]) => join(parent, ...path);
const make = (path: string) => mkdirSync(path, { recursive: true });

describe('a fault of a place is a sentence', () => {
  it.each([
    ['a file', () => make(below('file')), 'There is a file where a folder is needed, or'],
    ['below a file', () => make(below('file', 'x')), 'There is a file where a folder is needed: '],
    ['read from a file', () => readdirSync(below('file')), 'There is a file where a folder is needed: '],
    ['nowhere', () => readdirSync(below('nowhere')), 'It is not there: '],
    ['a link to itself', () => make(below('loop', 'x')), 'A link leads back to itself: '],
    ['too long a name', () => make(below('x'.repeat(300))), 'The name is too long: '],
  ])('%s', (_, act, sentence) => {
    const said = explainFault(faultOf(act));
    expect(said.startsWith(sentence)).toBe(true);
    expect(said).toContain(parent);
    expect(said).not.toContain('\n');
  });

  it.each(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'])('%s', (code) => {
    const said = explainFault(Object.assign(new Error(`${code}: mkdir '/x'`), { code }));
    expect(said).toMatch(/^[A-Z].*: E[A-Z]+: mkdir '\/x'$/);
    expect(said).not.toContain('\n');
  });

  it('a database that does not answer, also by a name of two addresses', () => {
    const refused = (address: string) =>
      Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });
    const one = refused('127.0.0.1:5432');
    expect(explainFault(one)).toBe('Nothing answers there: connect ECONNREFUSED 127.0.0.1:5432');
    const both = Object.assign(new AggregateError([refused('::1:5432'), one]), { code: 'ECONNREFUSED' });
    expect(explainFault(both)).toBe(
      'Nothing answers there: connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432',
    );
  });
});

it('says the whole of what nobody expected, and of our own faults the sentence alone', () => {
  expect(explainFault(new TypeError('x is undefined'))).toContain('\n    at ');
  expect(explainFault(new BackupFault('Back up again.'))).toBe('Back up again.');
});
