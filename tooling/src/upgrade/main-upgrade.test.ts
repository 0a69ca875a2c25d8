import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UNFINISHED_RESTORE } from '@placard/db/process/unfinished-restore';
import { expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('main-upgrade.ts', import.meta.url));

it('an upgrade of half of a restore is refused, and nothing changed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-half-'));
  try {
    writeFileSync(join(dataDir, UNFINISHED_RESTORE), '');
    const env = { PATH: process.env.PATH, PLACARD_DATA_DIR: dataDir };
    const [code, said] = await new Promise<[unknown, string]>((resolve) => {
      execFile(process.execPath, [PROGRAM], { env }, (failed, _, complaint) =>
        resolve([failed?.code, complaint]),
      );
    });
    expect([code, said]).toEqual([1, expect.stringContaining('did not come to its end')]);
    expect(readdirSync(dataDir)).toEqual([UNFINISHED_RESTORE]);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
