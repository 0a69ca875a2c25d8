import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askHealth } from './healthy.ts';

let server: Server;
let port: string;
let asked: string[];
beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(request.url === '/ill' ? 503 : 200).end('what is wrong');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = String((server.address() as AddressInfo).port);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const ask = async (words: readonly string[], environment = {}) => {
  const said: string[] = [];
  return [await askHealth(words, environment, (sentence) => said.push(sentence)), ...said];
};

it('asks dashboard and ad server, or what it is told', async () => {
  expect(await ask([], { PORT: port, DELIVERY_PORT: port })).toEqual([0]);
  expect(await ask([`${port}/readyz`])).toEqual([0]);
  expect(asked).toEqual(['/api/health', '/health', '/readyz']);
});

it('says what is not well, or not there', async () => {
  expect(await ask([`${port}/ill`, `${port}/well`])).toEqual([
    1,
    `http://127.0.0.1:${port}/ill: what is wrong`,
  ]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await ask([`${port}/well`])).toEqual([1, `http://127.0.0.1:${port}/well: fetch failed`]);
});
