import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeCluster } from '@placard/db/embedded/cluster';
import { processIdentity } from '@placard/db/embedded/process-identity';
import { freePorts } from '@placard/db/testing/free-ports';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type RunningPlacard, runPlacard } from './running-placard.ts';

const SOON = { timeout: 15_000, interval: 20 };

let dataDir: string;
let placard: RunningPlacard | undefined;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'placard-whole-'));
});
afterAll(async () => {
  await placard?.stop();
  await removeCluster(join(dataDir, 'postgres'));
  rmSync(dataDir, { recursive: true, force: true });
});

async function allPids(running: RunningPlacard): Promise<number[]> {
  const { postgres, server, deliveries } = await running.pids();
  return [postgres, server, ...deliveries].filter((pid) => pid !== undefined);
}

// The first start builds the dashboard, which takes its time.
it('starts all of Placard, leaves nothing behind after kill -9, and goes on where it was', {
  timeout: 180_000,
}, async () => {
  const first = await runPlacard({ dataDir });
  placard = first;
  expect((await fetch(`${first.url}/login`)).status).toBe(200);
  expect(first.operatorLink).toContain(first.url);
  const pids = await allPids(first);
  expect(pids.length).toBeGreaterThanOrEqual(3);
  // Not by the programs, which would answer nobody while they write it.
  expect(readFileSync(join(dataDir, 'compile-cache/compiled-for'), 'utf8')).toContain(process.versions.node);

  await first.kill();
  await vi.waitFor(() => expect(pids.filter((pid) => processIdentity(pid) !== undefined)).toEqual([]), SOON);
  expect(existsSync(join(dataDir, 'launcher.lock'))).toBe(true);

  const second = await runPlacard({ dataDir });
  placard = second;
  expect((await fetch(`${second.url}/login`)).status).toBe(200);
  expect(second.output()).not.toContain('Brought the database');
});

it('starts while the one before still ends, at once after a kill -9, and leaves nothing behind when it is stopped', {
  timeout: 120_000,
}, async () => {
  const first = placard;
  if (first === undefined) throw new Error('the test before has left none');
  // Whatever a test does with it: in its logs is no secret.
  const noted = join(dataDir, 'logs', 'noted.log');
  writeFileSync(noted, 'signs in by Correct-Horse-1\n');
  const stopped = expect(first.stop()).rejects.toThrow('noted.log: a password: signs in by <here>');
  const second = await runPlacard({ dataDir, environment: portsOf(first) });
  placard = second;
  await stopped;
  rmSync(noted);
  expect((await fetch(`${second.url}/login`)).status).toBe(200);

  await second.kill();
  const [watchPort = 0] = await freePorts(2);
  const watch = { PLACARD_WATCH_PORT: String(watchPort), PLACARD_DELIVERY_PROCESSES: '1' };
  const third = await runPlacard({ dataDir, environment: { ...portsOf(first), ...watch } });
  placard = third;
  expect((await fetch(`${third.url}/login`)).status).toBe(200);
  expect((await fetch(`${third.deliveryUrl}/health`)).status).toBe(200);
  // Nothing of the killed run's did end a process of this one.
  expect(third.output()).not.toContain('starting it again');

  // The server and each delivery process are watched on ports of their own, which visitors don't reach.
  const told = ['placard_worker_leading 1', 'placard_delivery_requests_total 0'];
  for (const [index, figure] of told.entries()) {
    const at = `http://127.0.0.1:${watchPort + index}`;
    expect((await fetch(`${at}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${at}/readyz`)).json()).toMatchObject({ status: 'ok' });
    await vi.waitFor(async () => expect(await (await fetch(`${at}/metrics`)).text()).toContain(figure), SOON);
  }
  expect((await fetch(`${third.url}/metrics`)).headers.get('content-type')).toContain('text/html');

  const last = await allPids(third);
  await third.stop();
  placard = undefined;
  expect(last.filter((pid) => processIdentity(pid) !== undefined)).toEqual([]);
  expect(existsSync(join(dataDir, 'launcher.lock'))).toBe(false);
});

function portsOf(running: RunningPlacard): Record<string, string> {
  return { PORT: new URL(running.url).port, DELIVERY_PORT: new URL(running.deliveryUrl).port };
}
