import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, existsSync } from 'node:fs';
import { basename } from 'node:path';
import { keepLogSmall, type LogCare, openLogFile, readLogFrom } from '@placard/db/process/log-file';
import { type PingTiming, watchForSilence } from '@placard/db/process/silence';
import { asChildMessage, type ReadyMessage } from './child-message.ts';
import { Refusal } from './refusal.ts';

export interface ChildPlan {
  /** As a person would call it: `server`, `delivery 0`. */
  readonly name: string;
  /** The TypeScript file to run. */
  readonly file: string;
  /** Asked at every start, as the database's address may have changed. */
  readonly environment: () => NodeJS.ProcessEnv;
  /** Undefined: the launcher's own output. */
  readonly log: string | undefined;
  /** Told the process number of each start. */
  readonly onStarted?: (pid: number) => void;
}

export interface SupervisedChild {
  readonly name: string;
  /** The first readiness. Rejects with a Refusal when the child ends before. */
  readonly ready: Promise<ReadyMessage>;
  /** Undefined while it is away. */
  pid(): number | undefined;
  /** Ends the child; the supervision starts it again with its present environment. */
  restart(): void;
  /** Ends the child for good: SIGTERM, and after the patience SIGKILL. */
  stop(patienceMs?: number): Promise<void>;
}

export interface Timing extends PingTiming {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** A life this long ends the row of failures. */
  readonly settledAfterMs: number;
  readonly log?: LogCare;
}

export const TIMING: Timing = {
  firstPauseMs: 100,
  longestPauseMs: 5_000,
  settledAfterMs: 10_000,
  pingEveryMs: 1_000,
  silentPings: 10,
  silentPingsAtStart: 120,
};
/** Each part cuts short by then what it still does. */
export const STOP_PATIENCE_MS = 12_000;

/** Failures in a row after which it is started again at once: visitors wait, and two within a moment are no loop yet. */
const AT_ONCE = 2;

/** None after the first two failures in a row. Then 0.1 s, and twice as long each time. */
export function pauseBefore(failuresInARow: number, timing: Timing = TIMING): number {
  if (failuresInARow <= AT_ONCE) return 0;
  return Math.min(timing.longestPauseMs, timing.firstPauseMs * 2 ** (failuresInARow - AT_ONCE - 1));
}

/** Null where the disk takes no file: a program without its log is better than none. */
function openLog(file: string): { descriptor: number; from: number } | null {
  try {
    return openLogFile(file);
  } catch {
    return null;
  }
}

function lastWords(file: string, from: number): string {
  if (!existsSync(file)) return '';
  return readLogFrom(file, from).trim().split('\n').slice(-25).join('\n');
}

function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `ended with code ${code ?? 'unknown'}` : `was ended by ${signal}`;
}

function forkWith(plan: ChildPlan, output: number | 'ignore' | 'inherit'): ChildProcess {
  return fork(plan.file, [], {
    env: plan.environment(),
    execArgv: [],
    // A group of its own: Ctrl-C reaches the launcher only, which ends everything in order.
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
}

function notStarted({ name, file }: ChildPlan, cause: unknown): string {
  return `The ${name} (${basename(file)}): ${cause instanceof Error ? cause.message : String(cause)}`;
}

/** @returns null where the system starts none: a lack of memory is thrown, one of processes told as an error, and neither ends those that run */
function startProcess(
  plan: ChildPlan,
  say: (sentence: string) => void,
): { readonly started: ChildProcess | null; readonly logFrom: number } {
  const log = plan.log === undefined ? undefined : openLog(plan.log);
  if (log === null) say(`The log ${plan.log} can't be opened: the ${plan.name} goes on without it.`);
  const output = log === null ? 'ignore' : (log?.descriptor ?? 'inherit');
  const logFrom = log?.from ?? 0;
  try {
    return { started: forkWith(plan, output), logFrom };
  } catch (cause) {
    say(notStarted(plan, cause));
    return { started: null, logFrom };
  } finally {
    if (log) closeSync(log.descriptor);
  }
}

/** SIGTERM now and SIGKILL after the patience, unless the timer returned is cleared. */
function endProcess(victim: ChildProcess, patienceMs: number, onImpatience: () => void): NodeJS.Timeout {
  victim.kill('SIGTERM');
  return setTimeout(() => {
    onImpatience();
    victim.kill('SIGKILL');
  }, patienceMs);
}

/** The end of a child for good, until which its log is looked after. */
function endWithLog(log: string | undefined, care: LogCare | undefined): PromiseWithResolvers<void> {
  const over = Promise.withResolvers<void>();
  const cared = log === undefined ? undefined : keepLogSmall(log, care);
  void over.promise.then(() => cared?.stop());
  return over;
}

/** Starts a child now and again whenever it dies, until it is stopped. */
export function supervise(
  plan: ChildPlan,
  say: (sentence: string) => void,
  timing: Timing = TIMING,
): SupervisedChild {
  let child: ChildProcess | undefined;
  let everReady = false;
  let stopping = false;
  let failures = 0;
  let pause: NodeJS.Timeout | undefined;
  let watched: ReturnType<typeof watchForSilence> | undefined;
  const { promise: ready, resolve: becameReady, reject: failed } = Promise.withResolvers<ReadyMessage>();
  const { promise: over, resolve: ended } = endWithLog(plan.log, timing.log);

  const onEnd = (code: number | null, signal: NodeJS.Signals | null, bornAt: number, logFrom: number) => {
    child = undefined;
    if (stopping) return ended();
    if (!everReady) {
      stopping = true;
      const words =
        plan.log === undefined ? 'See above.' : `It said (${plan.log}):\n${lastWords(plan.log, logFrom)}`;
      failed(new Refusal(`The ${plan.name} ${howItEnded(code, signal)} before it was ready. ${words}`));
      return ended();
    }
    failures = performance.now() - bornAt >= timing.settledAfterMs ? 1 : failures + 1;
    const pauseMs = pauseBefore(failures, timing);
    const when = pauseMs === 0 ? 'at once' : `in ${pauseMs / 1000} s`;
    say(`The ${plan.name} ${howItEnded(code, signal)}; starting it again ${when}.`);
    pause = setTimeout(start, pauseMs);
  };

  const onMessage = (raw: unknown) => {
    const message = asChildMessage(raw);
    if (message !== undefined) watched?.heard();
    if (message?.type === 'note') say(message.text);
    if (message?.type !== 'ready') return;
    watched?.ready();
    if (everReady) say(`The ${plan.name} is back.`);
    everReady = true;
    becameReady(message);
  };

  function start(): void {
    const bornAt = performance.now();
    const { started, logFrom } = startProcess(plan, say);
    if (started === null) {
      onEnd(null, null, bornAt, logFrom);
      return;
    }
    child = started;
    if (started.pid !== undefined) plan.onStarted?.(started.pid);
    watched = watchForSilence(started, timing, () => {
      say(`The ${plan.name} does not answer; it is ended the hard way and started again.`);
      // What is frozen takes no SIGTERM.
      started.kill('SIGKILL');
    });
    started.on('message', onMessage);
    started.once('exit', (code, signal) => onEnd(code, signal, bornAt, logFrom));
    started.on('error', (cause) => {
      say(notStarted(plan, cause));
      // One that could not be started has no exit.
      if (started.pid === undefined) onEnd(null, null, bornAt, logFrom);
    });
  }

  start();
  return {
    name: plan.name,
    ready,
    pid: () => child?.pid,
    restart: () => {
      child?.kill('SIGTERM');
    },
    stop: async (patienceMs = STOP_PATIENCE_MS) => {
      stopping = true;
      clearTimeout(pause);
      if (child === undefined) return ended();
      const hardWay = () => say(`The ${plan.name} does not end; it is ended the hard way.`);
      const impatience = endProcess(child, patienceMs, hardWay);
      await over;
      clearTimeout(impatience);
    },
  };
}
