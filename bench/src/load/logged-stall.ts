/** Of the lines that `stall-log.ts` writes. */
export const STALLS_ENDING = '.stalls';

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
  /** It neither ran nor could: a file, a lock, another thread held it up, or the whole machine stood still. */
  readonly blockedMs: number;
  /** Of the stretch, by collecting garbage. */
  readonly gcMs: number;
  /** Where the time went, most first; empty unless a profile was asked for. */
  readonly where: readonly string[];
};

/** A moment by the clock of `LoggedStall`. */
export function momentMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
