import { expect, it } from 'vitest';
import { systemFault } from './system-fault.ts';

const coded = (code: unknown, message: string) => Object.assign(new Error(message), { code });

it.each([
  [
    'ENOSPC',
    'ENOSPC: no space left on device, write',
    'The disk is full: ENOSPC: no space left on device, write',
  ],
  [
    '53100',
    'could not extend file "base/1"',
    'The disk of the database is full: could not extend file "base/1"',
  ],
  ['58030', 'could not read block 1', 'The disk of the database failed: could not read block 1'],
])('has a sentence for %s', (code, message, sentence) => {
  expect(systemFault(coded(code, message))).toBe(sentence);
});

it('names each address of a name that nothing answers at', () => {
  const both = new AggregateError([new Error('connect ::1:9'), new Error('connect 127.0.0.1:9')]);
  expect(systemFault(Object.assign(both, { code: 'ECONNREFUSED' }))).toBe(
    'Nothing answers there: connect ::1:9, connect 127.0.0.1:9',
  );
});

// A fault of ours is told whole, with where it was thrown.
it.each([
  [coded('42P01', 'no such table')],
  [new Error('x')],
  [coded(undefined, 'x')],
  ['ENOSPC'],
  [undefined],
])('has none for %s', (cause) => {
  expect(systemFault(cause)).toBeUndefined();
});
