import { type ChildProcess, fork } from 'node:child_process';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type PingTiming, watchForSilence } from '@placard/db/process/silence';
import { EngineGoneError } from './engine-faults.ts';
import {
  type EngineCall,
  errorOf,
  type FromEngine,
  type NotOpenedAt,
  type ToEngine,
} from './engine-messages.ts';

const PROGRAMS = new URL('../../', import.meta.url);
const PROGRAM = fileURLToPath(new URL('main-engine.ts', PROGRAMS));
/** An orderly end takes some milliseconds; a statement that runs meanwhile would be waited for. */
const CLOSING_MS = 5_000;

export type OpenOrder = Omit<Extract<ToEngine, { type: 'open' }>, 'type'>;
export type Asked = Omit<EngineCall, 'type' | 'id'>;

/** Why it did not open. */
export type NotOpened = { readonly at: NotOpenedAt | 'process'; readonly error: Error };

type Waiting = Pick<PromiseWithResolvers<Readable>, 'resolve' | 'reject'>;
/** An answer of which pieces are still to come. */
type Arriving = { readonly stream: Readable; left: number };

/** One life of the embedded engine in a process of its own, from its opening to its end. */
export class EngineProcess {
  /** Null once it is open. */
  readonly opened: Promise<NotOpened | null>;
  /** How it ended, in words; from then on its folder is free. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #arriving = new Map<number, Arriving>();
  #open: (failed: NotOpened | null) => void = () => {};
  #heard = () => {};
  #ready = () => {};
  #asked = 0;
  #end: string | null = null;
  #frozen = false;

  constructor(order: OpenOrder, timing: PingTiming) {
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
    this.#child = fork(PROGRAM, [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message: FromEngine) => this.#take(message));
    this.ended = new Promise((resolve) => {
      const end = (how: string) => {
        this.#lose(how);
        resolve(how);
      };
      this.#child.once('exit', (code, signal) => {
        if (this.#frozen) end('did not answer and was ended');
        else end(signal === null ? `ended with code ${code}` : `was ended by ${signal}`);
      });
      // One that could not be started has no exit; a message that could not be sent is told to who sent it.
      this.#child.on('error', (cause) => {
        if (this.#child.pid === undefined) end(`could not be started: ${cause.message}`);
      });
    });
    const watched = watchForSilence(this.#child, timing, () => {
      this.#frozen = true;
      this.#child.kill('SIGKILL');
    });
    [this.#heard, this.#ready] = [watched.heard, watched.ready];
    this.#tell({ type: 'open', ...order });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** @throws EngineGoneError where it ended before it answered; Error with the `code` of the engine's refusal */
  async ask(asked: Asked): Promise<Readable> {
    if (this.#end !== null) throw new EngineGoneError(this.#end);
    this.#asked += 1;
    const id = this.#asked;
    const { promise, resolve, reject } = Promise.withResolvers<Readable>();
    this.#waiting.set(id, { resolve, reject });
    this.#tell({ type: 'call', id, ...asked });
    return await promise;
  }

  /** Ends it: in order, or the hard way where it takes too long. */
  async close(patienceMs = CLOSING_MS): Promise<void> {
    this.#tell({ type: 'close' });
    const late = new AbortController();
    const patience = pause(patienceMs, undefined, { signal: late.signal, ref: false }).then(
      () => this.#child.kill('SIGKILL'),
      () => false,
    );
    await Promise.race([this.ended, patience.then(async () => await this.ended)]);
    late.abort();
  }

  #tell(message: ToEngine): void {
    // Of one that has ended the end is told to whoever waits.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #take(message: FromEngine): void {
    this.#heard();
    if (message.type === 'opened') {
      this.#ready();
      this.#open(null);
    } else if (message.type === 'failed') {
      this.#open({ at: message.at, error: errorOf(message.error) });
    } else if (message.type === 'answer') {
      this.#begin(message.id, message.bytes);
    } else if (message.type === 'piece') {
      this.#add(message.id, message.piece);
    } else if (message.type === 'refusal') {
      this.#waiting.get(message.id)?.reject(errorOf(message.error));
      this.#waiting.delete(message.id);
    }
  }

  #begin(id: number, bytes: number): void {
    // Whoever reads no further destroys it, and its end is no fault then.
    const stream = new Readable({ read: () => {} }).on('error', () => {});
    if (bytes === 0) stream.push(null);
    else this.#arriving.set(id, { stream, left: bytes });
    this.#waiting.get(id)?.resolve(stream);
    this.#waiting.delete(id);
  }

  #add(id: number, piece: Uint8Array): void {
    const arriving = this.#arriving.get(id);
    if (arriving === undefined) return;
    arriving.left -= piece.byteLength;
    arriving.stream.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    if (arriving.left > 0) return;
    arriving.stream.push(null);
    this.#arriving.delete(id);
  }

  #lose(how: string): void {
    this.#end = how;
    const gone = new EngineGoneError(how);
    this.#open({ at: 'process', error: gone });
    for (const { reject } of this.#waiting.values()) reject(gone);
    for (const { stream } of this.#arriving.values()) stream.destroy(gone);
    this.#waiting.clear();
    this.#arriving.clear();
  }
}
