import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operationsModules } from './client/operations-module.ts';
import { ROOT } from './tidy/source-tree.ts';

it('the client has the operations of the contract (npm run client)', () => {
  const modules = [...operationsModules()];
  expect(modules).toHaveLength(2);
  for (const [path, text] of modules) expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
});
