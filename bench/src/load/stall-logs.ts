import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoggedStall, STALLS_ENDING } from './logged-stall.ts';

const LOG = new URL('./stall-log.ts', import.meta.url);

/** What the environment of a Placard says so that its processes log their stalls into a folder that is short-lived. */
export function loggingEnvironment(folder: string, profile: boolean): { readonly NODE_OPTIONS: string } {
  const url = new URL(LOG);
  url.searchParams.set('folder', folder);
  if (profile) url.searchParams.set('profile', '1');
  return { NODE_OPTIONS: `--import=${url.href}` };
}

/** All that were logged so far, the earliest first. */
export function readStalls(folder: string): LoggedStall[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(STALLS_ENDING))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1))
    .map((line) => JSON.parse(line) as LoggedStall)
    .sort((a, b) => a.from - b.from);
}
