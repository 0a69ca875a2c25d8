import { expect, it } from 'vitest';
import { missingEngineLibrary } from './engine-library.ts';

it('is there on the machine that the tests run on', () => {
  expect(missingEngineLibrary()).toBeUndefined();
});

it.each([
  ['linux-x64', '@chdb/lib-linux-x64-gnu'],
  ['linux-arm64', '@chdb/lib-linux-arm64-gnu'],
  ['darwin-x64', '@chdb/lib-darwin-x64'],
  ['darwin-arm64', '@chdb/lib-darwin-arm64'],
])('of %s is in %s', (machine, name) => {
  expect(missingEngineLibrary(machine, (asked) => asked === name)).toBeUndefined();
  expect(missingEngineLibrary(machine, (asked) => asked !== name)).toContain(
    `the one for ${machine} (${name}) is not installed`,
  );
});

it('is nowhere for other machines', () => {
  expect(missingEngineLibrary('win32-x64', () => true)).toContain('for win32-x64 there is none');
});
