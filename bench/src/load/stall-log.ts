import { appendFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { basename, dirname, join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { hottestFrames } from './hottest-frames.ts';
import { type LoggedStall, momentMs, STALLS_ENDING } from './logged-stall.ts';
import { openThreadTime, type ThreadTime } from './thread-time.ts';

/**
 * Preloaded into every process of a Placard (`--import …/stall-log.ts?folder=FOLDER`), where it writes a line of JSON into
 * `FOLDER/PROGRAM-PID.stalls` for each turn of the event loop that took long: when that was, and what the main thread did
 * meanwhile, as the system's scheduler tells it. With `&profile=1` a sampling profiler runs all along, and a line says as
 * well in which functions the stretch was spent.
 */
const parameters = new URL(import.meta.url).searchParams;

const LOOK_EVERY_MS = 5;
const LONG_MS = 50;
const SAMPLE_EVERY_US = 1_000;
/** A profile of more takes long to be handed over. */
const PROFILE_MS = 4_000;
/** More than any turn that is looked at. */
const KEEP_COLLECTIONS_MS = 10_000;

type Moment = ThreadTime & { readonly at: number };
type Stretch = { readonly from: number; readonly to: number };

/** Tells the time, and how long the main thread has run and waited for a processor so far. */
function openClock(): () => Moment {
  const spent = openThreadTime();
  // Where the system does not tell, all of the time is its own.
  if (spent === null) return () => ({ at: momentMs(), ranMs: momentMs(), waitedMs: 0 });
  return () => ({ at: momentMs(), ...spent() });
}

/** @returns how many ms of a stretch went into collecting garbage */
function watchCollections(): (stretch: Stretch) => number {
  let kept: Stretch[] = [];
  const offset = momentMs() - performance.now();
  new PerformanceObserver((list) => {
    const since = momentMs() - KEEP_COLLECTIONS_MS;
    kept = kept.filter(({ to }) => to > since);
    for (const { startTime, duration } of list.getEntries()) {
      kept.push({ from: offset + startTime, to: offset + startTime + duration });
    }
  }).observe({ entryTypes: ['gc'] });
  return ({ from, to }) =>
    kept.reduce((sum, each) => sum + Math.max(0, Math.min(to, each.to) - Math.max(from, each.from)), 0);
}

type Profiling = { take(): Profiler.Profile | undefined };

function startProfiling(): Profiling {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  session.post('Profiler.start');
  return {
    take() {
      let taken: Profiler.Profile | undefined;
      session.post('Profiler.stop', (_fault, answer) => {
        taken = answer?.profile;
      });
      session.post('Profiler.start');
      return taken;
    },
  };
}

/** `server/src/main-api.ts` */
function programName(): string {
  const path = process.argv[1] ?? 'node';
  return join(basename(dirname(dirname(path))), basename(dirname(path)), basename(path));
}

function logStalls(folder: string): void {
  const now = openClock();
  const collected = watchCollections();
  const profiling = parameters.get('profile') === '1' ? startProfiling() : undefined;
  const program = programName();
  const file = join(folder, `${program.replaceAll('/', '-')}-${process.pid}${STALLS_ENDING}`);
  let before = now();
  let profiledSince = before.at;
  // What was collected is told in a later turn.
  let waiting: Omit<LoggedStall, 'gcMs'> | undefined;
  const look = () => {
    const after = now();
    const { at: from } = before;
    const lasted = after.at - from;
    if (waiting !== undefined) {
      appendFileSync(file, `${JSON.stringify({ ...waiting, gcMs: collected(waiting) })}\n`);
      waiting = undefined;
    }
    const isLong = lasted - LOOK_EVERY_MS > LONG_MS;
    if (isLong) {
      const [ranMs, waitedMs] = [after.ranMs - before.ranMs, after.waitedMs - before.waitedMs];
      const blockedMs = Math.max(0, lasted - LOOK_EVERY_MS - ranMs - waitedMs);
      const profile = profiling?.take();
      const where = profile === undefined ? [] : hottestFrames(profile, from, after.at);
      waiting = { program, pid: process.pid, from, to: after.at, ranMs, waitedMs, blockedMs, where };
    }
    if (isLong || (profiling !== undefined && after.at - profiledSince > PROFILE_MS)) {
      if (!isLong) profiling?.take();
      profiledSince = after.at;
    }
    // Without what this look itself took.
    before = now();
  };
  setInterval(look, LOOK_EVERY_MS).unref();
}

const folder = parameters.get('folder');
if (isMainThread && folder !== null) logStalls(folder);
