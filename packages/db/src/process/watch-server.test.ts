import { afterEach, expect, it } from 'vitest';
import { gauge } from './metrics-text.ts';
import { type Readiness, startWatchServer, type Watched, type WatchServer } from './watch-server.ts';

const servers: WatchServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

let state: Readiness = { status: 'ok', checks: {} };
const WATCHED: Watched = {
  readiness: () => state,
  metrics: () => [
    gauge('a', 'A.', 1.5),
    {
      name: 'b',
      help: 'B.',
      type: 'histogram',
      samples: [
        { suffix: '_bucket', labels: { le: '1' }, value: 2 },
        { suffix: '_count', value: 2 },
      ],
    },
  ],
};

async function start(
  watched = WATCHED,
  port = 0,
): Promise<(path: string, method?: string) => Promise<[number, string]>> {
  const server = await startWatchServer({ host: '127.0.0.1', port }, watched);
  servers.push(server);
  return async (path, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
    return [answer.status, await answer.text()];
  };
}

it('says that it lives, whatever it is ready for', async () => {
  const ask = await start();
  state = { status: 'failing', checks: { database: 'failing' } };
  expect(await ask('/healthz')).toEqual([200, 'ok\n']);
  const { headers } = await fetch(`http://127.0.0.1:${servers[0]?.port}/healthz`);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

it.each([
  ['ok', 200],
  ['degraded', 200],
  ['failing', 503],
] as const)('is ready while it does its work: %s is %i', async (status, code) => {
  const ask = await start();
  state = { status, checks: { database: 'away' } };
  expect(await ask('/readyz?verbose')).toEqual([code, JSON.stringify(state)]);
});

it('tells the figures of the process and its own, as Prometheus reads them', async () => {
  const [status, text] = await (await start())('/metrics');
  expect(status).toBe(200);
  expect(text).toContain('# HELP a A.\n# TYPE a gauge\na 1.5\n');
  expect(text).toContain('# TYPE b histogram\nb_bucket{le="1"} 2\nb_count 2\n');
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
});

it('answers 500 where a figure cannot be had, and goes on', async () => {
  const ask = await start({ ...WATCHED, metrics: () => Promise.reject(new Error('no figure')) });
  expect(await ask('/metrics')).toEqual([500, 'Error: no figure\n']);
  expect((await ask('/healthz'))[0]).toBe(200);
});

it('has nothing else, and takes nothing', async () => {
  const ask = await start();
  expect((await ask('/'))[0]).toBe(404);
  expect((await ask('/metrics', 'POST'))[0]).toBe(405);
});

it('says so where its port is taken', async () => {
  await start();
  const port = servers[0]?.port ?? 0;
  await expect(start(WATCHED, port)).rejects.toThrow(
    new RegExp(`${port} on 127.0.0.1.*it is taken by another program. Set PLACARD_WATCH_PORT`),
  );
});

it('names the setting of the address where this machine does not have it', async () => {
  // TEST-NET-1, which no machine has.
  await expect(startWatchServer({ host: '192.0.2.1', port: 0 }, WATCHED)).rejects.toThrow(
    'This machine has no address "192.0.2.1" to be watched at. Set PLACARD_WATCH_HOST to one it has.',
  );
});

it('ends while somebody waits for an answer that does not come', async () => {
  const asked = Promise.withResolvers<void>();
  const ask = await start({
    ...WATCHED,
    readiness: async () => {
      asked.resolve();
      return await new Promise(() => {});
    },
  });
  const answer = ask('/readyz');
  await asked.promise;
  await Promise.all([servers.pop()?.stop(), expect(answer).rejects.toThrow()]);
});
