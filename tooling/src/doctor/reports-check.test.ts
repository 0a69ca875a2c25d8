import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { examine } from './examine.ts';
import { checkReports } from './reports-check.ts';

let server: Server | null = null;
afterEach(async () => {
  if (server === null) return;
  server.close();
  await once(server, 'close');
  server = null;
});

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('are embedded where the library is there', async () => {
  expect(await checkReports(undefined)).toMatchObject({
    state: 'ok',
    said: 'They are embedded, and the library for it answers.',
  });
});

it.each([
  ['console.error("GLIBC_2.99 not found\\nRequire stack"); process.exitCode = 1', 'GLIBC_2.99 not found.'],
  ['process.kill(process.pid, "SIGILL")', 'it ends the process that opens it (SIGILL).'],
  ['process.exitCode = 1', 'it says nothing.'],
  ['console.error("x".repeat(301)); process.exitCode = 1', `${'x'.repeat(300)}.`],
  // It never ends, and the doctor does not wait for it as long as for a slow disk.
  ['setInterval(() => {}, 1000)', 'it did not answer within 0.5 s.', 500],
])('need a server where it cannot be used: %s', async (program, reason, openingMs?: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'placard-doctor-'));
  try {
    const file = join(folder, 'opens.mjs');
    writeFileSync(file, program);
    expect(await checkReports(undefined, { program: file, ...(openingMs && { openingMs }) })).toEqual({
      state: 'fault',
      name: 'Reports',
      said: `The library of the embedded reports is there and cannot be used: ${reason}`,
      todo: expect.stringContaining('Set CLICKHOUSE_URL'),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('need a server where it is not', async () => {
  expect(await checkReports(undefined, { missing: 'There is no library.' })).toMatchObject({
    state: 'fault',
    said: 'There is no library.',
    todo: expect.stringContaining('Set CLICKHOUSE_URL'),
  });
});

it('are held by a server that answers to this user, and then need no library', async () => {
  const at = await serve((request, response) => {
    const { 'x-clickhouse-user': user, 'x-clickhouse-key': key } = request.headers;
    const isKnown = user === 'reports' && key === 'p@ss';
    response.writeHead(isKnown ? 200 : 516).end(isKnown ? '1\n' : 'Code: 516. Authentication failed');
  });
  const url = (login: string) => `http://${login}${at}/placard`;
  expect(await checkReports(url('reports:p%40ss@'), { missing: 'There is no library.' })).toEqual({
    state: 'ok',
    name: 'Reports',
    said: `ClickHouse answers at http://${at}.`,
  });
  for (const login of ['', 'reports:other@'])
    expect(await checkReports(url(login))).toMatchObject({
      state: 'fault',
      said: `http://${at} is no ClickHouse, or refuses us: 516 Code: 516. Authentication failed`,
    });
});

it('are not by something else, nor by nobody', async () => {
  const at = await serve((_, response) => response.end('<html>'));
  expect(await checkReports(`http://${at}`)).toMatchObject({
    state: 'fault',
    said: expect.stringContaining('is no ClickHouse, or refuses us: 200 <html>'),
  });
  server?.close();
  if (server !== null) await once(server, 'close');
  server = null;
  expect(await checkReports(`http://${at}`)).toMatchObject({
    state: 'fault',
    said: `No ClickHouse answers at http://${at}: ECONNREFUSED.`,
  });
});

it('are part of what the doctor looks at, and so is the name of their server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placard-doctor-'));
  const settings = { PLACARD_DATA_DIR: folder, PORT: '1', DELIVERY_PORT: '2' };
  const of = async (url: string) =>
    (await examine({ ...settings, CLICKHOUSE_URL: url })).map(({ name, state }) => `${name} ${state}`);
  expect(await of('http://127.0.0.1:1')).toContain('Reports fault');
  expect(await of('http://reports..invalid')).toContain('DNS fault');
  rmSync(folder, { recursive: true });
});
