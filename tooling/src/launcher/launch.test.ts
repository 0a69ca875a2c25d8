import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { INSTALLATION_FILE } from '../installed/installation.ts';
import { placardPrograms } from './launch.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'placard-programs-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('builds what a checkout lacks, and nothing where a package brought everything', () => {
  expect(placardPrograms(root).builds.map(({ name }) => name)).toEqual(['tag', 'dashboard', 'client']);
  writeFileSync(join(root, INSTALLATION_FILE), '{}');
  expect(placardPrograms(root).builds).toEqual([]);
});
