import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { impatientSocket } from './impatient-socket.ts';

const LISTENER = `
  const server = require('node:net').createServer(() => {});
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));
`;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listen(): Promise<{ port: number; freeze: () => void }> {
  const child = spawn(process.execPath, ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'inherit'] });
  ends.push(() => child.kill('SIGKILL'));
  const [port] = await once(child.stdout, 'data');
  return { port: Number(String(port)), freeze: () => child.kill('SIGSTOP') };
}

/** Takes the places of those that a frozen listener keeps waiting: the next one's first word is dropped, as by a machine that is gone. */
async function fill(port: number, places = 2): Promise<void> {
  for (let more = 0; more < places; more += 1) {
    const socket = connect(port, '127.0.0.1');
    ends.push(() => socket.destroy());
    await once(socket, 'connect');
  }
}

it('is given up where nobody answers the first word, which its client is told', async () => {
  const { port, freeze } = await listen();
  freeze();
  await fill(port);
  const client = new Client({ host: '127.0.0.1', port, stream: () => impatientSocket(50) });
  await expect(client.connect()).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    message: `127.0.0.1:${port} did not answer within 50 ms`,
  });
});

it('waits on where it was answered, however long its words take', async () => {
  const { port, freeze } = await listen();
  freeze();
  const socket = impatientSocket(50);
  ends.push(() => socket.destroy());
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const later = impatientSocket(50);
  ends.push(() => later.destroy());
  // The limit of the first one is over when that of a later one is.
  await fill(port, 1);
  const over = once(later, 'error');
  later.connect(port, '127.0.0.1');
  await over;
  expect(socket.destroyed).toBe(false);
});
