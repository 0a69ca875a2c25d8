import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refuseUnread } from './cut-off.ts';

const server = createServer({ headersTimeout: 20, connectionsCheckingInterval: 5 });
server.on('clientError', refuseUnread);
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

it.each([
  ['a head that does not come to its end', 'GET / HTTP/1.1\r\nHost: a', '408 Request Timeout'],
  ['what is no request', 'HELLO\r\n\r\n', '400 Bad Request'],
])('%s is told so, and the connection cut', async (_what, sent, told) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let got = '';
  socket.on('data', (chunk: Buffer) => {
    got += chunk.toString('latin1');
  });
  socket.write(sent);
  await once(socket, 'close');
  expect(got).toBe(`HTTP/1.1 ${told}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
});
