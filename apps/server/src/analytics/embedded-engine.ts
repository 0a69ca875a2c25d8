import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { createClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import { TooManyWaiting, Turns } from '../fairness/turns.ts';
import { withValues } from './bound-values.ts';
import { engineCaller } from './engine-caller.ts';

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

/** How many questions are answered at once, and how many wait. */
export const ENGINE_LIMITS = {
  /**
   * Questions at once, beside whatever is loaded. Each call has a thread of libuv's to itself, of which a process has four
   * where nobody says otherwise.
   */
  readers: 3,
  /** A key leaves a connection to the others, however long its questions take. */
  readersOfAKey: 2,
  waitingOfAKey: 200,
  waitingInAll: 1_000,
  patienceMs: 20_000,
  /** A question that takes longer is given up: others wait behind it. */
  longestAnswerSeconds: 30,
  /** Copying a report of a million rows takes some seconds. */
  longestCopySeconds: 120,
};

export type EngineLimits = typeof ENGINE_LIMITS;

/** Of statements that take some milliseconds: code compiled for them costs them more at its third time than it ever saves. */
const UNCOMPILED = { compile_expressions: 0, compile_aggregate_expressions: 0, compile_sort_description: 0 };

/**
 * Settings of the loader's connection, which reads texts of a few thousand lines: threads for them take longer to make than they save.
 */
const LOADING_SETTINGS = { ...UNCOMPILED, max_threads: 1, input_format_parallel_parsing: 0 };

/**
 * Of the connection over which reports are copied: one thread, that leaves the others their processors, and no more memory than this
 * for groups and for sorting, however many rows there are; the rest lies on disk meanwhile.
 */
const COPYING_BYTES = 64 * 1024 * 1024;
const COPYING_SETTINGS = {
  max_threads: 1,
  max_insert_threads: 1,
  max_block_size: 16_384,
  min_insert_block_size_rows: 65_536,
  min_insert_block_size_bytes: COPYING_BYTES,
  max_bytes_before_external_group_by: COPYING_BYTES,
  max_bytes_ratio_before_external_group_by: 0,
  max_bytes_before_external_sort: COPYING_BYTES,
  max_bytes_ratio_before_external_sort: 0,
};

/**
 * Of every connection. The engine notes which conditions matched nothing in a part and passes it over from then on; once reports said 0
 * for good where there were figures, which a wrong note would explain, and nothing else that we found. To look again costs little.
 */
const ALL_SETTINGS = { use_query_condition_cache: 0 };

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

  private constructor(
    loading: Connection,
    copying: Connection,
    building: Connection,
    readers: readonly Connection[],
    limits: EngineLimits,
  ) {
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

  /** @throws where another process has the folder open. */
  static async open(path: string, limits: EngineLimits = ENGINE_LIMITS): Promise<EmbeddedEngine> {
    const opened: Connection[] = [];
    try {
      while (opened.length < limits.readers + 3) opened.push(connect(path));
      const [loading, copying, building, ...readers] = opened as [
        Connection,
        Connection,
        Connection,
        ...Connection[],
      ];
      for (const one of [loading, building])
        await keepSettings(one, { ...ALL_SETTINGS, ...LOADING_SETTINGS });
      const longest = { max_execution_time: limits.longestCopySeconds };
      await keepSettings(copying, { ...ALL_SETTINGS, ...COPYING_SETTINGS, ...longest });
      for (const reader of readers)
        await keepSettings(reader, {
          ...ALL_SETTINGS,
          ...UNCOMPILED,
          max_execution_time: limits.longestAnswerSeconds,
        });
      return new EmbeddedEngine(loading, copying, building, readers, limits);
    } catch (cause) {
      for (const connection of opened) await connection.close();
      throw cause;
    }
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

function connect(path: string): Connection {
  // Both packages bring the same interface from a copy of their own, whose private fields set the types apart.
  return createChdbConnection({ path }) as unknown as Connection;
}

/** The engine runs settings as `SET` in the connection's session, where they stay. */
async function keepSettings(
  connection: Connection,
  settings: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await connection.command({ query: `SET ${name} = ${value}` });
  }
}
