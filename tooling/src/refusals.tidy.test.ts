import { describe, expect, it } from 'vitest';
import { refusalsWithoutWords } from './tidy/refusals.ts';
import { readSources } from './tidy/source-tree.ts';

const PATH = 'apps/server/src/features/a.ts';
const found = (text: string, path = PATH, general: readonly string[] = []) =>
  refusalsWithoutWords([{ path, text }], new Set(general));

describe('what the server refuses', () => {
  it('has words of its own wherever a screen can be told of it', () => {
    expect(refusalsWithoutWords(readSources())).toEqual([]);
  });

  it.each([
    ["throw new AppError('conflict_status');"],
    ["throw new AppError(\n  'invalid_input'\n);"],
    ["throw new AppError('bad_request', { apiOnly: 'No.' });"],
    ["throw new AppError('bad_request', { apiOnly });"],
  ])('is found where it has none: %s', (text) => {
    expect(found(text)).toEqual([`${PATH}: refuses without a reason of refusal-messages.ts`]);
    expect(found(text, PATH, [PATH])).toEqual([]);
    expect(found(text, 'apps/server/src/features/a.db.test.ts')).toEqual([]);
  });

  it.each([
    ["throw new AppError('conflict_status', { reason: 'totp_off' });"],
    ["throw new AppError('domain_taken');"],
  ])('is left alone where it has some: %s', (text) => {
    expect(found(text)).toEqual([]);
    expect(found(text, PATH, [PATH])).toEqual([`${PATH}: refuses nothing like that`]);
  });
});
