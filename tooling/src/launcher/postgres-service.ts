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
  /** It can't be started again; the sentence says why. */
  readonly onLost: (cause: unknown) => void;
}

/** Starts in a row before giving up; each waits by itself for what the one before left behind. */
const ATTEMPTS = 5;

export async function startPostgres(home: string, events: PostgresEvents): Promise<PostgresService> {
  let cluster: Cluster = await startCluster({ home, say: events.say });
  let stopping = false;
  let starting: Promise<void> = Promise.resolve();

  const startAgain = async (): Promise<void> => {
    const { url } = cluster;
    for (let attempt = 1; !stopping; attempt += 1) {
      try {
        cluster = await startCluster({ home, say: events.say });
        break;
      } catch (cause) {
        if (attempt >= ATTEMPTS) return events.onLost(cause);
        await delay(attempt * 500);
      }
    }
    if (stopping) return;
    events.say('PostgreSQL is back.');
    watch();
    if (cluster.url !== url) events.onMoved();
  };

  const watch = (): void => {
    void cluster.ended.then(() => {
      if (stopping) return;
      events.say('PostgreSQL ended; starting it again.');
      starting = startAgain();
    });
  };

  watch();
  return {
    url: () => cluster.url,
    pid: () => cluster.pid,
    stop: async () => {
      stopping = true;
      await starting;
      await cluster.stop();
    },
  };
}
