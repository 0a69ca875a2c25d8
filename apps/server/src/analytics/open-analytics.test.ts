import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAnalytics } from './open-analytics.ts';

let server: Server;
let asked: { readonly statement: string; readonly settings: URLSearchParams; readonly body: Buffer }[];
/** What ClickHouse says of an insert. */
let refusal: string | null;
beforeEach(async () => {
  asked = [];
  refusal = null;
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const settings = new URL(request.url ?? '/', 'http://clickhouse').searchParams;
    asked.push({ statement: settings.get('query') ?? '', settings, body: Buffer.concat(parts) });
    const isInsert = (settings.get('query') ?? '').startsWith('insert');
    if (isInsert && refusal !== null) response.writeHead(500).end(refusal);
    else response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
const open = async () =>
  await openAnalytics({
    dataDir: '/nowhere',
    clickhouseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
const insert = {
  table: 'facts',
  columns: ['a', 'b'],
  // Bytes that are no text must arrive as they are.
  block: [Uint8Array.of(2, 1, 0), new Uint8Array(0), Uint8Array.of(255, 254, 10, 13)],
  settings: { insert_deduplication_token: 'facts-1-2-3' },
};

it('sends a block to a server as the body of one statement, with its token', async () => {
  const analytics = await open();
  await analytics.insertBlock(insert);
  await analytics.close();
  const { statement, settings, body } = asked.at(-1) ?? {};
  expect(statement).toMatch(/^insert into facts \(a, b\) format Native/i);
  expect(settings?.get('insert_deduplication_token')).toBe('facts-1-2-3');
  expect(body?.equals(Buffer.concat(insert.block))).toBe(true);
});

it('says what a server says of a block that it does not take', async () => {
  const analytics = await open();
  refusal = 'Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)';
  // What is thrown is logged where it is caught: nothing is written beside the log.
  const written = (['log', 'warn', 'error'] as const).map((way) => vi.spyOn(console, way));
  await expect(analytics.insertBlock(insert)).rejects.toMatchObject({ code: '241' });
  server.close();
  server.closeAllConnections();
  await expect(analytics.insertBlock(insert)).rejects.toThrow();
  for (const way of written) {
    expect(way).not.toHaveBeenCalled();
    way.mockRestore();
  }
  await analytics.close();
});

describe('on a kind of machine that has no library of the embedded engine', () => {
  const run = promisify(execFile);
  const dataDir = join(tmpdir(), 'placard-no-engine');
  /** Opens analytics in a process that takes itself for such a machine. @returns what it said */
  async function openThere(clickhouseUrl: string | undefined): Promise<string> {
    const script = `Object.defineProperty(process, 'arch', { value: 'mips' });
      const { openAnalytics } = await import(${JSON.stringify(new URL('./open-analytics.ts', import.meta.url).href)});
      const options = ${JSON.stringify({ dataDir, clickhouseUrl })};
      await openAnalytics(options).then(
        async (analytics) => { await analytics.close(); console.log('opened'); },
        (error) => console.log(error.message),
      );`;
    return (await run(process.execPath, ['--input-type=module', '-e', script])).stdout.trim();
  }

  it('a server holds the reports, and nothing asks for the library', async () => {
    expect(await openThere(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toBe('opened');
    expect(asked.length).toBeGreaterThan(0);
  });

  it('says so without a server, and what to do, before it leaves anything on the disk', async () => {
    expect(await openThere(undefined)).toBe(
      'Embedded reports need ClickHouse as a library, and for linux-mips there is none. ' +
        'Set CLICKHOUSE_URL to a ClickHouse server, which then holds the reports; everything else runs here.',
    );
    expect(existsSync(dataDir)).toBe(false);
  });
});

it('says where a file has the name of its folder', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'placard-analytics-'));
  writeFileSync(join(dataDir, 'analytics'), '');
  await expect(openAnalytics({ dataDir })).rejects.toThrow(
    `The folder ${join(dataDir, 'analytics')} is a file, or lies below one.`,
  );
  rmSync(dataDir, { recursive: true });
});
