import { createServer, type Server, type ServerResponse } from 'node:http';
import { type Metric, metricsText } from './metrics-text.ts';
import { ProcessFigures } from './process-figures.ts';

/** Where a process tells those who watch it how it is; a port that no visitor reaches. */
export type WatchPlace = { readonly host: string; readonly port: number };

export type Readiness = {
  /** `degraded`: it does its work, but something is missing. `failing`: it does not. */
  readonly status: 'ok' | 'degraded' | 'failing';
  readonly checks: Readonly<Record<string, string>>;
};

export type Watched = {
  readonly readiness: () => Readiness | Promise<Readiness>;
  readonly metrics: () => readonly Metric[] | Promise<readonly Metric[]>;
};

export type WatchServer = { readonly port: number; stop(): Promise<void> };

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}

async function answerWatch(
  path: string,
  response: ServerResponse,
  watched: Watched,
  figures: ProcessFigures,
) {
  switch (path) {
    case '/healthz':
      // The event loop turns, or nobody would answer. Nothing outside is looked at: who restarts by it ends no process for a database that is away.
      return answer(response, 200, 'text/plain', 'ok\n');
    case '/readyz': {
      const { status, checks } = await watched.readiness();
      return answer(
        response,
        status === 'failing' ? 503 : 200,
        'application/json',
        JSON.stringify({ status, checks }),
      );
    }
    case '/metrics': {
      const metrics = [...figures.read(), ...(await watched.metrics())];
      return answer(response, 200, 'text/plain; version=0.0.4', metricsText(metrics));
    }
    default:
      return answer(response, 404, 'text/plain', 'There are /healthz, /readyz and /metrics.\n');
  }
}

function listenFault({ code, message }: NodeJS.ErrnoException, { host, port }: WatchPlace): string {
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `This machine has no address "${host}" to be watched at. Set PLACARD_WATCH_HOST to one it has.`;
  const why = code === 'EADDRINUSE' ? 'it is taken by another program' : message;
  return `The port to watch, ${port} on ${host}, can't be opened: ${why}. Set PLACARD_WATCH_PORT to a free one.`;
}

function listen(server: Server, { host, port }: WatchPlace): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new Error(listenFault(cause, { host, port })));
    });
    server.listen({ host, port, exclusive: true }, () => resolve());
  });
}

/** Answers /healthz, /readyz and /metrics on a port of its own. It is the last to end. */
export async function startWatchServer(place: WatchPlace, watched: Watched): Promise<WatchServer> {
  const figures = new ProcessFigures();
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(response, 405, 'text/plain', 'Use GET.\n');
    const path = request.url?.split('?', 1)[0] ?? '';
    answerWatch(path, response, watched, figures).catch((cause: unknown) => {
      if (!response.headersSent) answer(response, 500, 'text/plain', `${String(cause)}\n`);
      else response.destroy();
    });
  });
  await listen(server, place);
  server.unref();
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : place.port,
    stop: () =>
      new Promise((resolve) => {
        figures.end();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
