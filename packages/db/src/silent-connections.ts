import type { Socket } from 'node:net';
import pg from 'pg';
import { livelyConnection } from './lively-connection.ts';

/** How often connections are looked at. */
const LOOK_EVERY_MS = 250;
/** A statement of which nothing is heard for so long makes its process ask whether the server knows the connection. */
export const SILENT_AFTER_MS = 1_000;
/** A slow statement looks alike: where the server knows the connection, so long until it is asked again. */
export const ASKED_AGAIN_AFTER_MS = 5_000;
/** How long the question may take. */
const ANSWER_WITHIN_MS = 2_000;

/** What pg's client has and its types don't say. */
interface Inner {
  /** False while a statement is under way. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: Pick<Socket, 'bytesRead' | 'localPort' | 'destroy'> };
}

// A cast, since pg's types leave these out; a test on a real server reads the port, and one with clients of its own the rest.
const innerOf = (client: pg.Client | pg.PoolClient): Inner => client as unknown as Inner;

/**
 * Of the client's ports those that the server at the address knows a connection of; null where it doesn't see the ports
 * of this process, as behind a pooler or a proxy. @throws where it doesn't answer
 */
export type KnownPorts = (ports: readonly number[]) => Promise<ReadonlySet<number> | null>;

/** Asks over a connection of its own: one that is made now leads to whoever has the address now. */
export async function askForPorts(
  url: string,
  ports: readonly number[],
): Promise<ReadonlySet<number> | null> {
  const client = new pg.Client({ ...livelyConnection(url, 'placard asks'), query_timeout: ANSWER_WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const own = innerOf(client).connection.stream.localPort;
    const { rows } = await client.query<{ port: number }>(
      `select client_port as port from pg_stat_activity
        where client_addr = inet_client_addr() and client_port = any($1::int[])`,
      [[own ?? -1, ...ports]],
    );
    const known = new Set(rows.map(({ port }) => port));
    return own !== undefined && known.has(own) ? known : null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Watched = { readonly client: Inner; bytesRead: number; heardAtMs: number; askAtMs: number };

/**
 * Ends connections that the server no longer knows while a statement waits on them. A primary that vanished says nothing, and
 * what was sent to it TCP says again after pauses that double: whoever waits would hear of the standby that took the
 * address over seconds after it did.
 *
 * A server that is frozen, or whose disk is, keeps its connections and answers nobody: there a statement fails after
 * `giveUpAfterMs`, where somebody waits for an answer who can be told to come again.
 */
export class SilentConnections {
  readonly #known: KnownPorts;
  readonly #giveUpAfterMs: number;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;
  #asking = false;
  #off = false;

  constructor(known: KnownPorts, giveUpAfterMs = Number.POSITIVE_INFINITY) {
    this.#known = known;
    this.#giveUpAfterMs = giveUpAfterMs;
  }

  /** Looks after a client that is connected, until `remove`. */
  add(client: pg.Client | pg.PoolClient): () => void {
    const watched = { client: innerOf(client), bytesRead: -1, heardAtMs: 0, askAtMs: 0 };
    this.#watched.add(watched);
    if (!this.#off)
      this.#timer ??= setInterval(() => void this.look(performance.now()), LOOK_EVERY_MS).unref();
    return () => {
      this.#watched.delete(watched);
      if (this.#watched.size === 0) this.#stop();
    };
  }

  /** @param nowMs monotonic */
  async look(nowMs: number): Promise<void> {
    const silent: Watched[] = [];
    for (const watched of this.#watched) {
      if (hasMoved(watched)) {
        watched.heardAtMs = nowMs;
        watched.askAtMs = nowMs + SILENT_AFTER_MS;
      } else if (nowMs >= watched.askAtMs) silent.push(watched);
    }
    if (silent.length === 0 || this.#asking || this.#off) return;
    this.#asking = true;
    try {
      const known = await this.#known(silent.map(portOf));
      if (known === null && this.#giveUpAfterMs === Number.POSITIVE_INFINITY) {
        this.#off = true;
        this.#stop();
        return;
      }
      for (const watched of silent) {
        watched.askAtMs = nowMs + ASKED_AGAIN_AFTER_MS;
        if (known?.has(portOf(watched)) === false && !hasMoved(watched))
          end(watched, 'the server at this address does not know the connection any more');
      }
    } catch {
      // Nobody is there: the next look asks again.
      for (const watched of silent) {
        if (nowMs - watched.heardAtMs >= this.#giveUpAfterMs && !hasMoved(watched))
          end(watched, 'the server answers nobody');
      }
    } finally {
      this.#asking = false;
    }
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

const portOf = ({ client }: Watched): number => client.connection.stream.localPort ?? -1;

/** Whether it waits for nothing, or has heard something since it was looked at. */
function hasMoved(watched: Watched): boolean {
  const { bytesRead } = watched.client.connection.stream;
  const heard = bytesRead !== watched.bytesRead;
  watched.bytesRead = bytesRead;
  return heard || watched.client.readyForQuery;
}

function end({ client }: Watched, why: string): void {
  client.connection.stream.destroy(Object.assign(new Error(why), { code: 'ECONNRESET' }));
}
