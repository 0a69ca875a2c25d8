import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { TooManyWaiting, Turns } from '../../fairness/turns.ts';
import { withValues } from '../bound-values.ts';
import { engineCaller } from '../engine-caller.ts';
import { ENGINE_LIMITS, type EngineLimits } from './engine-limits.ts';
import type { EngineConnection as Connection, EngineConnections } from './engine-purposes.ts';

/** One call after the other, here already: one that waits inside the engine keeps a thread. */
class Line {
  #last: Promise<unknown> = Promise.resolve();

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return await turn;
  }
}

/**
 * The embedded engine as the client's connection. One connection of the engine answers one call after the other, several
 * answer side by side: there is one over which everything is written, and some over which reports are read, so that no report
 * waits for a load, and none for all reports of another account. Reports that become files are copied over one more, and rollups are summed over another.
 */
export class EmbeddedEngine implements Connection {
  readonly #loading: Connection;
  readonly #copying: Connection;
  readonly #building: Connection;
  readonly #idle: Connection[];
  readonly #readers: readonly Connection[];
  readonly #turns: Turns;
  readonly #written = new Line();
  readonly #copied = new Line();
  readonly #built = new Line();

  /** @param connections of this process, or of another one */
  constructor(connections: EngineConnections, limits: EngineLimits = ENGINE_LIMITS) {
    const { loading, copying, building, readers } = connections;
    this.#turns = new Turns({
      perKey: limits.readersOfAKey,
      atOnce: readers.length,
      waiting: limits.waitingOfAKey,
      waitingInAll: limits.waitingInAll,
      patienceMs: limits.patienceMs,
    });
    this.#loading = loading;
    this.#copying = copying;
    this.#building = building;
    this.#readers = readers;
    this.#idle = [...readers];
  }

  query: Connection['query'] = async (asked) => {
    const bound = { ...asked, query: withValues(asked.query, asked.query_params), query_params: {} };
    const answer = await this.#ask(async (connection) => await connection.query(bound));
    return { ...answer, stream: inPieces(answer.stream) };
  };

  insert: Connection['insert'] = async (asked) =>
    await this.#written.take(async () => await this.#loading.insert(asked));

  command: Connection['command'] = async (asked) => {
    const bound = { ...asked, query: withValues(asked.query, asked.query_params), query_params: {} };
    const { kind } = engineCaller();
    if (kind === 'copier') return await this.#copied.take(async () => await this.#copying.command(bound));
    if (kind === 'builder') return await this.#built.take(async () => await this.#building.command(bound));
    return await this.#written.take(async () => await this.#loading.command(bound));
  };

  /** A question whose answer is bytes; what brings values along writes. */
  exec: Connection['exec'] = async (asked) => {
    const bound = { ...asked, query: withValues(asked.query, asked.query_params), query_params: {} };
    if (asked.values === undefined)
      return await this.#ask(async (connection) => await connection.exec(bound));
    return await this.#written.take(async () => await this.#loading.exec(bound));
  };

  ping: Connection['ping'] = async (asked) =>
    await this.#read('', async (reader) => await reader.ping(asked));

  async close(): Promise<void> {
    for (const connection of [...this.#readers, this.#copying, this.#building, this.#loading])
      await connection.close();
  }

  /** Over the connection of whoever asks. */
  async #ask<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const caller = engineCaller();
    if (caller.kind === 'loader') return await this.#written.take(async () => await work(this.#loading));
    if (caller.kind === 'builder') return await this.#built.take(async () => await work(this.#building));
    return await this.#read(caller.kind === 'reader' ? caller.key : '', work);
  }

  async #read<Result>(key: string, work: (reader: Connection) => Promise<Result>): Promise<Result> {
    const giveBack = await this.#turns.take(key).catch(busy);
    const reader = this.#idle.pop();
    try {
      if (reader === undefined) throw new Error('more questions have a turn than there are connections');
      return await work(reader);
    } finally {
      if (reader !== undefined) this.#idle.push(reader);
      giveBack();
    }
  }
}

/** Whoever waits in vain is not to blame: the engine is busy with everybody. */
function busy(cause: unknown): never {
  throw cause instanceof TooManyWaiting ? new TooManyWaiting(cause.message, 'all') : cause;
}

/** Some 2,000 rows of JSON: what takes them in needs a few ms. */
const PIECE_BYTES = 256 * 1024;

/** The engine's answer is one piece, however long; others have their turn between those of it that are taken in. */
function inPieces(answer: Readable): Readable {
  return Readable.from(piecesOf(answer), { objectMode: false });
}

async function* piecesOf(answer: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of answer) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      if (at > 0) await setImmediate();
      yield bytes.subarray(at, at + PIECE_BYTES);
    }
  }
}
