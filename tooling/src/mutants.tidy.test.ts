import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findMutants } from './mutate/find-mutants.ts';
import { meansSomething, readReasons } from './mutate/reasons.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('reasons why a break needs no test', () => {
  it('speak of code that is there', () => {
    const files = Map.groupBy(readReasons(), ({ file }) => file);
    const gone = [...files].flatMap(([file, reasons]) => {
      const path = join(ROOT, file);
      if (!existsSync(path)) return reasons;
      const text = readFileSync(path, 'utf8');
      const { mutants } = findMutants(file, text);
      return reasons.filter((reason) => !meansSomething(reason, text, mutants));
    });
    expect(gone).toEqual([]);
  });
});
