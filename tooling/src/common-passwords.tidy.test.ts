import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMON_PASSWORDS_PATH, commonPasswordsFile } from './common-passwords/common-passwords-file.ts';
import { ROOT } from './tidy/source-tree.ts';

it('common passwords are those of the library (npm run common-passwords)', () => {
  const file = readFileSync(join(ROOT, COMMON_PASSWORDS_PATH));
  expect(file.equals(commonPasswordsFile())).toBe(true);
  expect(file.length / 5).toBeGreaterThan(40_000);
});
