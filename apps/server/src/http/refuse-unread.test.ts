import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refuseUnread } from './refuse-unread.ts';

const server = createServer({ headersTimeout: 20, connectionsCheckingInterval: 5, maxHeaderSize: 1_024 });
server.on('clientError', refuseUnread);
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** All that comes until the connection is cut. */
async function answerTo(sent: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let got = '';
  socket.on('data', (chunk: Buffer) => {
    got += chunk.toString();
  });
  if (sent !== '') socket.write(sent);
  await once(socket, 'close');
  return got;
}

it.each([
  [
    'a head that does not come to its end',
    'GET / HTTP/1.1\r\n',
    '408 Request Timeout',
    'did not come to its end',
  ],
  ['what is no request', 'HELLO\r\n\r\n', '400 Bad Request', 'could not be read'],
  [
    'a head that is too long',
    `GET / HTTP/1.1\r\nA: ${'x'.repeat(2_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'head of the request is too long',
  ],
])('%s is told so, as any error is', async (_what, sent, status, message) => {
  const [head = '', body = ''] = (await answerTo(sent)).split('\r\n\r\n');
  expect(head.split('\r\n')).toEqual([
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]);
  expect(JSON.parse(body)).toEqual({
    error: { code: 'bad_request', message: expect.stringContaining(message) },
  });
});

it('whoever said nothing is told nothing: a browser would take it for the answer to what it asks next', async () => {
  expect(await answerTo('')).toBe('');
});

it('whoever is refused is cut also where they go on', async () => {
  // Nobody else's patience cuts them.
  const patient = createServer({ headersTimeout: 600_000, requestTimeout: 0 });
  patient.on('clientError', refuseUnread);
  patient.listen(0, '127.0.0.1');
  await once(patient, 'listening');
  const accepted = once(patient, 'connection') as Promise<[Socket]>;
  const { port } = patient.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => undefined).write('HELLO\r\n\r\n');
  client.resume();
  const [socket] = await accepted;
  await once(socket, 'close');
  client.destroy();
  patient.close();
});
