import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the lines that `stall-log.ts` writes. */
export const STALLS_ENDING = '.stalls';

const LOG = new URL('./stall-log.ts', import.meta.url);

/** A turn of an event loop that took long; times in ms, moments by the machine's monotonic clock (`process.hrtime`), which all processes share. */
export type LoggedStall = {
  /** What was started: `server/src/main-api.ts`. */
  readonly program: string;
  readonly pid: number;
  readonly from: number;
  readonly to: number;
  /** Processor time of the main thread. */
  readonly ranMs: number;
  /** It could run and others had the processors. */
  readonly waitedMs: number;
  /** It neither ran nor could: a file, a lock, another thread held it up. */
  readonly blockedMs: number;
  /** Of the stretch, by collecting garbage. */
  readonly gcMs: number;
  /** Where the time went, most first; empty unless a profile was asked for. */
  readonly where: readonly string[];
};

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

/** What of a stall is its program's own doing: all but the wait for a processor that others had. */
export function ownMs({ ranMs, blockedMs }: LoggedStall): number {
  return ranMs + blockedMs;
}

/** A moment by the clock of `LoggedStall`. */
export function momentMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
