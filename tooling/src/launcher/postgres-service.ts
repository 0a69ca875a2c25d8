import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, startCluster } from '@placard/db/embedded/cluster';

/** The embedded PostgreSQL, started again whenever it dies. */
export interface PostgresService {
  /** The address for Placard's role; changes only when another program took the port meanwhile. */
  url(): string;
  pid(): number;
  stop(): Promise<void>;
}

export interface PostgresEvents {
  readonly say: (sentence: string) => void;
  /** PostgreSQL came back at another address: whoever holds the old one must start again. */
  readonly onMoved: () => void;
  /** Whether all that is written is kept for points in time. */
  readonly archiving?: boolean;
}

/** How it is started, and how long is waited before it is tried again; tests have others. */
export interface PostgresStart {
  readonly start: (options: Parameters<typeof startCluster>[0]) => Promise<Cluster>;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

const START: PostgresStart = { start: startCluster, firstPauseMs: 500, longestPauseMs: 10_000 };

/**
 * It is tried again for as long as it takes: a full disk keeps PostgreSQL away until somebody makes room, and ads go on
 * meanwhile. The reason is said once, and again when it is another one.
 */
export async function startPostgres(
  home: string,
  events: PostgresEvents,
  { start, firstPauseMs, longestPauseMs }: PostgresStart = START,
): Promise<PostgresService> {
  const { archiving = false } = events;
  let cluster: Cluster = await start({ home, say: events.say, archiving });
  const stopping = new AbortController();
  let starting: Promise<void> = Promise.resolve();

  const startAgain = async (): Promise<void> => {
    const { url } = cluster;
    let told = '';
    for (let pauseMs = firstPauseMs; !stopping.signal.aborted; ) {
      try {
        cluster = await start({ home, say: events.say, archiving });
        break;
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        if (reason !== told) events.say(`PostgreSQL does not start, and is tried again. ${reason}`);
        told = reason;
        await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      }
    }
    if (stopping.signal.aborted) return;
    events.say('PostgreSQL is back.');
    watch();
    if (cluster.url !== url) events.onMoved();
  };

  const watch = (): void => {
    void cluster.ended.then(() => {
      if (stopping.signal.aborted) return;
      events.say('PostgreSQL ended; starting it again.');
      starting = startAgain();
    });
  };

  watch();
  return {
    url: () => cluster.url,
    pid: () => cluster.pid,
    stop: async () => {
      stopping.abort();
      await starting;
      await cluster.stop();
    },
  };
}
