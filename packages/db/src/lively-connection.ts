import type { ClientConfig } from 'pg';
import { impatientSocket } from './impatient-socket.ts';

/** After so long without a word the client asks whether the server is there; then Node has it ask each second, ten times. */
const CLIENT_ASKS_AFTER_MS = 3_000;

/**
 * The server asks too, and gives up before the client does: whoever comes back finds the locks of their old connection
 * free. What it sent and nobody confirmed it gives up later, as a process that is frozen reads nothing for a while.
 */
const SERVER_SETTINGS = {
  tcp_keepalives_idle: '3',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '6',
  tcp_user_timeout: '15000',
} as const;

/** What PostgreSQL itself writes as text, as in an archive of somebody's data, is of this zone, whatever the server's own is. */
const TIME_ZONE = 'UTC';

/** How long a server may take to answer who connects; another try comes soon after. */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * A connection on which both ends notice within some ten seconds that the other one is gone without a word, as when a machine loses
 * its power or its network. By the system's own settings it takes them two hours.
 */
export function livelyConnection(url: string, name: string) {
  const { connectionString, own } = withoutOptions(url);
  return {
    connectionString,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => impatientSocket(),
    keepAlive: true,
    keepAliveInitialDelayMillis: CLIENT_ASKS_AFTER_MS,
    // Of two the later one counts: an address may look after connections in another way, and not live in another zone.
    options: [
      ...Object.entries(SERVER_SETTINGS).map(([setting, value]) => `-c ${setting}=${value}`),
      ...own,
      `-c timezone=${TIME_ZONE}`,
    ].join(' '),
  } satisfies ClientConfig;
}

/** To the driver an address's own options would be all there are. */
function withoutOptions(url: string): { readonly connectionString: string; readonly own: readonly string[] } {
  if (!/[?&]options=/.test(url) || !URL.canParse(url)) return { connectionString: url, own: [] };
  const address = new URL(url);
  const own = address.searchParams.getAll('options');
  address.searchParams.delete('options');
  return { connectionString: address.href, own };
}
