import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename } from 'node:path';
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

export interface Timing {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** A life this long ends the row of failures. */
  readonly settledAfterMs: number;
}

const TIMING: Timing = { firstPauseMs: 100, longestPauseMs: 5_000, settledAfterMs: 30_000 };
const LOG_LIMIT_BYTES = 20_000_000;
const STOP_PATIENCE_MS = 12_000;

/** 0.1 s after the first failure in a row, then twice as long each time. */
export function pauseBefore(failuresInARow: number, timing: Timing = TIMING): number {
  return Math.min(timing.longestPauseMs, timing.firstPauseMs * 2 ** Math.max(0, failuresInARow - 1));
}

function openLog(file: string): { descriptor: number; from: number } {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o640);
  return { descriptor, from: statSync(file).size };
}

function lastWords(file: string, from: number): string {
  return readFileSync(file).subarray(from).toString().trim().split('\n').slice(-25).join('\n');
}

function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `ended with code ${code ?? 'unknown'}` : `was ended by ${signal}`;
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
  const { promise: ready, resolve: becameReady, reject: failed } = Promise.withResolvers<ReadyMessage>();
  const { promise: over, resolve: ended } = Promise.withResolvers<void>();
  ready.catch(() => {}); // Whoever awaits it gets the failure; nobody awaiting it is no fault.

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
    say(`The ${plan.name} ${howItEnded(code, signal)}; starting it again in ${pauseMs / 1000} s.`);
    pause = setTimeout(start, pauseMs);
  };

  const onMessage = (raw: unknown) => {
    const message = asChildMessage(raw);
    if (message?.type === 'note') say(message.text);
    if (message?.type !== 'ready') return;
    if (everReady) say(`The ${plan.name} is back.`);
    everReady = true;
    becameReady(message);
  };

  function start(): void {
    const log = plan.log === undefined ? undefined : openLog(plan.log);
    const output = log?.descriptor ?? 'inherit';
    const bornAt = performance.now();
    // A group of its own: Ctrl-C reaches the launcher only, which ends everything in order.
    const started = fork(plan.file, [], {
      env: plan.environment(),
      execArgv: [],
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
    });
    if (log) closeSync(log.descriptor);
    child = started;
    started.on('message', onMessage);
    started.on('error', (cause) => say(`The ${plan.name} (${basename(plan.file)}): ${cause.message}`));
    started.once('exit', (code, signal) => onEnd(code, signal, bornAt, log?.from ?? 0));
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
      if (child === undefined) return;
      const victim = child;
      victim.kill('SIGTERM');
      const impatience = setTimeout(() => {
        say(`The ${plan.name} does not end; it is ended the hard way.`);
        victim.kill('SIGKILL');
      }, patienceMs);
      await over;
      clearTimeout(impatience);
    },
  };
}
