import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findMutants } from './mutate/find-mutants.ts';
import { meansSomething, readReasons } from './mutate/reasons.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('reasons why a break needs no test', () => {
  it('speak of code that is there', () => {
    const gone = readReasons().filter((reason) => {
      const path = join(ROOT, reason.file);
      if (!existsSync(path)) return true;
      const text = readFileSync(path, 'utf8');
      return !meansSomething(reason, text, findMutants(reason.file, text).mutants);
    });
    expect(gone).toEqual([]);
  });
});
