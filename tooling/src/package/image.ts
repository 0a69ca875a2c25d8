import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOME, LAUNCHER } from './places.ts';
import { stageProduct } from './stage.ts';

/** Puts together what the Containerfile copies: the product and its command. @returns the folder */
export function stageImage(root: string, out: string, version: string): string {
  const folder = join(out, 'image');
  rmSync(folder, { recursive: true, force: true });
  // Settings are the container's environment, its user is the image's, and logs are its output.
  const defaults = { PLACARD_DATA_DIR: '/var/lib/placard', PLACARD_LOG: 'console' };
  stageProduct(root, join(folder, HOME), { version, as: 'container', defaults });
  const command = join(folder, 'usr/bin/placard');
  mkdirSync(join(folder, 'usr/bin'));
  writeFileSync(command, LAUNCHER);
  chmodSync(command, 0o755);
  return folder;
}
