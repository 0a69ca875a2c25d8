import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from './database.ts';
import { byTcp } from './embedded/socket.ts';
import { askForPorts } from './silent-connections.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { freezable } from './testing/freezable.ts';

let database: TestDatabase;
/** By TCP: by a socket nothing is lost on the way. */
let address: string;
beforeAll(async () => {
  database = await createTestDatabase();
  address = byTcp(database.url);
});
afterAll(async () => await database.drop());

const portOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { localPort: number } } }).connection.stream.localPort;

it('a server knows the ports of connections that it has, and none of one that is gone', async () => {
  const [there, gone] = [new pg.Client(address), new pg.Client(address)];
  await there.connect();
  await gone.connect();
  const ports = [portOf(there), portOf(gone)];
  await gone.end();
  try {
    const known = await askForPorts(address, ports);
    expect(ports.map((port) => known?.has(port))).toEqual([true, false]);
  } finally {
    await there.end();
  }
});

it('behind a proxy nothing is known of ports', async () => {
  const { hostname, port } = new URL(address);
  const proxy = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) end.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(address);
  url.port = String((proxy.address() as AddressInfo).port);
  try {
    expect(await askForPorts(url.href, [1])).toBeNull();
  } finally {
    proxy.close();
  }
});

it('nobody answers at an address where no server is', async () => {
  const url = new URL(address);
  url.port = '1';
  await expect(askForPorts(url.href, [1])).rejects.toThrow();
});

it('a pool leaves a slow statement alone', async () => {
  const pool = createPool({ url: database.url, name: 'slow', max: 1 });
  try {
    // Longer than a connection may be silent without being asked about.
    expect((await pool.query("select 'slept' as word from pg_sleep(1.6)")).rows).toEqual([{ word: 'slept' }]);
  } finally {
    await pool.end();
  }
});

it('a pool whose callers cannot wait gives up a server that is frozen, and has connections again after it', async () => {
  const way = await freezable(database.url);
  const pool = createPool({ url: way.url, name: 'frozen', max: 1, giveUpAfterMs: 1_000 });
  try {
    await pool.query('select 1');
    await way.freeze();
    await expect(pool.query('select 1')).rejects.toThrow('the server answers nobody');
    way.thaw();
    expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  } finally {
    way.end();
    await pool.end();
  }
});
