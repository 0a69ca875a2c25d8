import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Scripts } from './files.ts';

const RECHECK_MS = 2_000;

let dir: string;
let server: Server;
let nowMs: number;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'placard-scripts-'));
  nowMs = 1_000_000;
  const scripts = new Scripts(dir, () => nowMs);
  server = createServer((request, response) => void scripts.answer(request, response, 'sdk.js'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  rmSync(dir, { recursive: true });
});

/** Each is another time, as those of files that are built one after the other. */
let changes = 0;
function put(text: string): void {
  changes += 1;
  writeFileSync(join(dir, 'sdk.js'), text);
  utimesSync(join(dir, 'sdk.js'), changes, changes);
}
const ask = async (headers: Record<string, string> = {}) => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    headers: { 'accept-encoding': 'identity', ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('a script of the tag', () => {
  test('that is not built is said to be, until it is there', async () => {
    const absent = await ask();
    expect([absent.status, JSON.parse(absent.text)]).toMatchObject([
      404,
      { error: { code: 'not_found', message: 'sdk.js is not built: run npm run build.' } },
    ]);
    put('let a;');
    expect(await ask()).toMatchObject({ status: 200, text: 'let a;' });
  });

  test('is looked at again after two seconds, and stays what it was while it is built anew', async () => {
    put('let a;');
    expect((await ask()).text).toBe('let a;');
    put('let b;');
    nowMs += RECHECK_MS - 1;
    expect((await ask()).text).toBe('let a;');
    nowMs += 1;
    expect((await ask()).text).toBe('let b;');
    rmSync(join(dir, 'sdk.js'));
    nowMs += RECHECK_MS;
    expect(await ask()).toMatchObject({ status: 200, text: 'let b;' });
    put('let c;');
    nowMs += RECHECK_MS;
    expect((await ask()).text).toBe('let c;');
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['*', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['gzip;q=0', null],
    ['brotli, x-gzip', null],
    ['br;q=0.1, identity', null],
    ['identity', null],
  ])('comes to who takes %s in %s', async (accepted, coding) => {
    put('let a;');
    const { headers, text } = await ask({ 'accept-encoding': accepted });
    expect([headers.get('content-encoding'), text]).toEqual([coding, 'let a;']);
  });

  test('is not sent to who has it in the coding that it would come in, and is to who has another', async () => {
    put('let a;');
    const etagOf = async (coding: string) =>
      (await ask({ 'accept-encoding': coding })).headers.get('etag') ?? '';
    const codings = ['identity', 'gzip', 'br, gzip'];
    for (const has of codings) {
      for (const takes of codings) {
        const { status } = await ask({ 'accept-encoding': takes, 'if-none-match': await etagOf(has) });
        expect([has, takes, status]).toEqual([has, takes, has === takes ? 304 : 200]);
      }
    }
    const etag = await etagOf('identity');
    for (const [held, status] of [
      [`W/${etag}`, 304],
      [`"other", ${etag}`, 304],
      [`W/"other", "${etag}"`, 200],
    ] as const)
      expect([held, (await ask({ 'if-none-match': held })).status]).toEqual([held, status]);
    put('let b;');
    const before = await etagOf('gzip');
    nowMs += RECHECK_MS;
    expect(await etagOf('gzip')).not.toBe(before);
  });
});
