import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { SecureResponse } from './secure-response.ts';

test.each<[string, (response: ServerResponse) => void, string | null]>([
  ['a list', (response) => response.writeHead(200, ['X-Own', '1']), '1'],
  ['an object', (response) => response.writeHead(200, { 'X-Own': '1' }), '1'],
  ['a list behind a phrase', (response) => response.writeHead(200, 'Fine', ['X-Own', '1']), '1'],
  ['an object behind a phrase', (response) => response.writeHead(200, 'Fine', { 'X-Own': '1' }), '1'],
  ['nothing', (response) => response.writeHead(200), null],
  // As node:http answers by itself.
  ['nobody', () => undefined, null],
])('an answer asks for https beside the headers that it is given by %s', async (_name, write, own) => {
  const server = createServer({ ServerResponse: SecureResponse }, (_request, response) => {
    write(response);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect([headers.get('strict-transport-security'), headers.get('x-own')]).toEqual(['max-age=31536000', own]);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
