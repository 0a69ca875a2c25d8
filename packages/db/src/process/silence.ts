import type { ChildProcess } from 'node:child_process';

/** What a process asks those it looks after; whoever's event loop turns answers with `alive`: see answer-pings.ts. */
const PING = { type: 'ping' } as const;

export interface PingTiming {
  /** Pause between two pings. */
  readonly pingEveryMs: number;
  /** Pings in a row without an answer that make a process a frozen one. */
  readonly silentPings: number;
  /** The same until it is ready: loading a large network keeps its event loop for seconds. */
  readonly silentPingsAtStart: number;
}

/**
 * Counts pings without an answer. It counts this process's own turns and asks no clock: a machine that slept, or a
 * process that was stopped itself, has asked nothing meanwhile and takes nobody for frozen when it wakes.
 */
export class Silence {
  #limit: number;
  #unanswered = 0;

  /** @param limit pings in a row that may stay without an answer */
  constructor(limit: number) {
    this.#limit = limit;
  }

  heard(limit = this.#limit): void {
    this.#limit = limit;
    this.#unanswered = 0;
  }

  /** To be called before each ping. @returns whether the limit is reached */
  pinged(): boolean {
    if (this.#unanswered >= this.#limit) return true;
    this.#unanswered += 1;
    return false;
  }
}

/** Pings a child until it ends, and calls back once when it has left too many pings in a row unanswered. */
export function watchForSilence(
  child: ChildProcess,
  timing: PingTiming,
  onFrozen: () => void,
): { readonly heard: () => void; readonly ready: () => void } {
  const silence = new Silence(timing.silentPingsAtStart);
  // One that could not be started has no exit either.
  if (child.pid === undefined) return { heard: () => {}, ready: () => {} };
  const timer = setInterval(() => {
    if (silence.pinged()) {
      clearInterval(timer);
      onFrozen();
    } else if (child.connected) {
      // Without a listener for its failure a process that ends just now would end this one too.
      child.send(PING, () => {});
    }
  }, timing.pingEveryMs);
  child.once('exit', () => clearInterval(timer));
  return { heard: () => silence.heard(), ready: () => silence.heard(timing.silentPings) };
}
