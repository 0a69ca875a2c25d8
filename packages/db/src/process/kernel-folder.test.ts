import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kernelFolderFault } from './kernel-folder.ts';

it.runIf(process.platform === 'linux').each(['/proc/x', '/proc', '/proc/self/a/b', '/sys/x'])(
  'refuses %s',
  (path) => expect(kernelFolderFault(path)).toContain(`${path} lies among what the kernel tells of itself`),
);

it('takes folders of a disk, there or not', () => {
  for (const path of [tmpdir(), join(tmpdir(), 'not', 'there'), '/', '/procedures', 'relative'])
    expect(kernelFolderFault(path)).toBeNull();
});

it.runIf(process.platform === 'linux')('follows links', () => {
  const folder = mkdtempSync(join(tmpdir(), 'placard-kernel-'));
  symlinkSync('/proc', join(folder, 'link'));
  expect(kernelFolderFault(join(folder, 'link', 'x'))).not.toBeNull();
  rmSync(folder, { recursive: true });
});
