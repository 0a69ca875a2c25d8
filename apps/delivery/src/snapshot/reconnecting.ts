import { setTimeout as sleep } from 'node:timers/promises';
import { livelyConnection } from '@placard/db/lively-connection';
import { askForPorts, SilentConnections } from '@placard/db/silent-connections';
import { isSocketAway } from '@placard/db/socket-away';
import { Client } from 'pg';
import type { Logger } from 'pino';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

export type Connected = {
  readonly client: Client;
  /** Aborted when the connection is lost or the process ends. */
  readonly signal: AbortSignal;
};

const AWAY_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections
  ...['57P01', '57P02', '57P03', '53300'],
]);

/** Is it PostgreSQL's absence that made this fail, and not what was asked of it? */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    isSocketAway(error) ||
    (code !== undefined && AWAY_CODES.has(code)) ||
    /terminated|timeout/i.test(error.message)
  );
}

/**
 * Keeps one task connected to PostgreSQL: connects, runs `task`, and where the connection or the task fails, waits
 * (from 0.1 s, doubling to 2 s) and begins again, until `stop` aborts. A task that returns ends it. A connection lets the
 * waits begin anew, unless the task fails by itself at once, such as by a file that can't be read: it would connect ten times a second.
 */
export async function keepConnected(
  options: {
    readonly databaseUrl: string;
    readonly name: string;
    readonly log: Logger;
    readonly stop: AbortSignal;
    /** Told of each change; for /health and metrics. */
    readonly onState: (connected: boolean) => void;
  },
  task: (connected: Connected) => Promise<void>,
): Promise<void> {
  const { log, stop, name } = options;
  const silent = new SilentConnections((ports) => askForPorts(options.databaseUrl, ports));
  let waitMs = FIRST_WAIT_MS;
  while (!stop.aborted) {
    let connectedMs: number | null = null;
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, stop]);
    const client = new Client(livelyConnection(options.databaseUrl, `placard delivery ${name}`));
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort());
    try {
      await client.connect();
      client.once('end', silent.add(client));
      options.onState(true);
      connectedMs = performance.now();
      await task({ client, signal });
      if (!lost.signal.aborted) return;
      waitMs = FIRST_WAIT_MS;
    } catch (error) {
      const isOwn = connectedMs !== null && !lost.signal.aborted && !isAway(error);
      const heldMs = connectedMs === null ? 0 : performance.now() - connectedMs;
      if (connectedMs !== null && (!isOwn || heldMs > LONGEST_WAIT_MS)) waitMs = FIRST_WAIT_MS;
      const what = isOwn ? 'a task failed by itself, and is begun again' : 'PostgreSQL is away';
      if (!stop.aborted) log.warn({ error: String(error), task: name, waitMs }, what);
    } finally {
      options.onState(false);
      await client.end().catch(() => undefined);
    }
    await sleep(waitMs, undefined, { signal: stop }).catch(() => undefined);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}
