import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OPERATIONS_PATH, operationsModule } from './client/operations-module.ts';
import { ROOT } from './tidy/source-tree.ts';

it('the client has the operations of the contract (npm run client)', () => {
  expect(readFileSync(join(ROOT, OPERATIONS_PATH), 'utf8')).toBe(operationsModule());
});
