import { expect, it } from 'vitest';
import { isRecordSearch } from './record.ts';

it('looks for a part of a name from two characters on, and for a number from its first digit on', () => {
  expect(['', '0', 'a', '%', '-'].filter(isRecordSearch)).toEqual([]);
  const wanted = ['1', '9', '10', 'ab', '%%', 'ü1'];
  expect(wanted.filter(isRecordSearch)).toEqual(wanted);
});
