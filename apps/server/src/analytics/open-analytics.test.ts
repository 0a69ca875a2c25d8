import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
  await expect(analytics.insertBlock(insert)).rejects.toMatchObject({ code: '241' });
  await analytics.close();
});
