import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GivingWay } from '../fairness/giving-way.ts';
import { BURST, MOST_WAITING, paceConnections } from './new-connections.ts';

/** Nobody waits out a while here: what waits begins when the test says that all is quiet. */
const NEVER = { quietMs: 1, firstMs: 600_000, latestMs: 600_000, restTimes: 0, longestRestMs: 0 };
const CALL = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const SOON = { timeout: 5_000, interval: 5 };

let server: Server;
let connecting: GivingWay;
let endWaiting: () => void;
let served: number;
let accepted: number;
let clients: Socket[];

beforeEach(async () => {
  // No time goes by but what a test lets go by.
  vi.useFakeTimers({ toFake: ['performance'] });
  served = 0;
  accepted = 0;
  clients = [];
  server = createServer((_request, response) => {
    served += 1;
    response.end('here');
  });
  connecting = new GivingWay(NEVER);
  endWaiting = paceConnections(server, connecting);
  server.on('connection', () => {
    accepted += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  endWaiting();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  vi.useRealTimers();
});

async function open(count: number): Promise<Socket[]> {
  const { port } = server.address() as AddressInfo;
  const opened = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  clients.push(...opened);
  for (const client of opened) {
    client.on('error', () => undefined);
    client.write(CALL);
  }
  await Promise.all(opened.map(async (client) => await once(client, 'connect')));
  return opened;
}
/** One that has begun is answered again: what is begun at once has been by then. */
async function again(client: Socket | undefined): Promise<void> {
  const before = served;
  client?.write(CALL);
  await vi.waitFor(() => expect(served).toBe(before + 1), SOON);
}

it('begins as many of an address at once as a browser opens, the others when it is quiet', async () => {
  const end = connecting.begin();
  const [first] = await open(BURST.connections + 10);
  await vi.waitFor(() => expect(served).toBe(BURST.connections), SOON);
  await again(first);
  expect(served).toBe(BURST.connections + 1);
  vi.advanceTimersByTime(1_000);
  end();
  vi.advanceTimersByTime(NEVER.quietMs);
  await vi.waitFor(() => expect(served).toBe(BURST.connections + 11), SOON);
});

/** One that an address opens; by `resume` it begins. */
function opened(remoteAddress: string) {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const begun = vi.spyOn(socket, 'resume');
  server.emit('connection', Object.assign(socket, { remoteAddress }));
  return { socket, hasBegun: () => begun.mock.calls.length > 0 };
}

it('counts all networks of a /48 of IPv6 together', () => {
  const from = (remoteAddress: string) => {
    const { socket, hasBegun } = opened(remoteAddress);
    const isBegun = hasBegun();
    socket.destroy();
    return isBegun;
  };
  const networks = Array.from(
    { length: BURST.connections + 1 },
    (_, at) => `2001:db8:0:${at.toString(16)}::1`,
  );
  expect(networks.map(from)).toEqual(networks.map((_, at) => at < BURST.connections));
  expect(from('2001:db8:1::1')).toBe(true);
});

it('begins none that has gone while it waited: nothing would ever end it', async () => {
  const end = connecting.begin();
  const all = Array.from({ length: BURST.connections + 2 }, () => opened('192.0.2.1'));
  const [gone, last] = all.slice(-2);
  gone?.socket.destroy();
  end();
  vi.advanceTimersByTime(NEVER.quietMs);
  await vi.waitFor(() => expect(last?.hasBegun()).toBe(true), SOON);
  expect(gone?.hasBegun()).toBe(false);
  for (const { socket } of all) socket.destroy();
});

it('counts anew after a while', async () => {
  connecting.begin();
  await open(BURST.connections);
  await vi.waitFor(() => expect(served).toBe(BURST.connections), SOON);
  vi.advanceTimersByTime(BURST.withinMs - 1);
  await open(1);
  vi.advanceTimersByTime(1);
  await open(1);
  await vi.waitFor(() => expect(served).toBe(BURST.connections + 1), SOON);
});

it('has the one that waits longest begin for each beyond the most that may wait', async () => {
  connecting.begin();
  const [first] = await open(BURST.connections + MOST_WAITING);
  await vi.waitFor(() => expect(served).toBe(BURST.connections), SOON);
  await again(first);
  await open(3);
  await vi.waitFor(() => expect(served).toBe(BURST.connections + 1 + 3), SOON);
  await again(first);
});

it('reads nothing of those that wait, takes what came meanwhile whole, and leaves out who has gone', async () => {
  const end = connecting.begin();
  await open(BURST.connections);
  const [gone, late] = await open(2);
  await vi.waitFor(() => expect(served).toBe(BURST.connections), SOON);
  gone?.destroy();
  const answered = late && once(late, 'data');
  late?.write(CALL);
  end();
  vi.advanceTimersByTime(NEVER.quietMs);
  expect(String((await answered)?.[0])).toMatch(/^HTTP\/1\.1 200/);
  await vi.waitFor(() => expect(served).toBeGreaterThanOrEqual(BURST.connections + 2), SOON);
});

it('ends those that wait, so that a server can close', async () => {
  connecting.begin();
  const opened = await open(BURST.connections + 2);
  // A client is connected before the server has taken its connection: of one that is still to come nothing could be ended.
  await vi.waitFor(() => expect([served, accepted]).toEqual([BURST.connections, opened.length]), SOON);
  const closed = Promise.all(
    opened.slice(-2).map((client) => new Promise((resolve) => client.once('close', resolve))),
  );
  endWaiting();
  await closed;
  expect(served).toBe(BURST.connections);
});
