import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';

/** Below the ports that the system lends to connections (32,768 and up): one of these would take them meanwhile. */
const LEAST = 12_000;
const MOST = 31_999;

/** Whether it could be listened at; what listens stays so until `close`, or until this process ends. */
async function listens(options: ListenOptions): Promise<(() => Promise<void>) | undefined> {
  const server = createServer();
  try {
    server.listen({ ...options, exclusive: true });
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  server.unref();
  return async () => {
    server.close();
    await once(server, 'close');
  };
}

/**
 * A name without a file that only one process can have, and loses as it ends. Between the choice of a port and the
 * program that listens there, seconds pass: without a claim another test chooses the same.
 */
async function claim(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return (await listens({ path: `\0placard-test-port-${port}` })) !== undefined;
}

async function isFree(port: number): Promise<boolean> {
  if (!(await claim(port))) return false;
  const close = await listens({ port });
  await close?.();
  return close !== undefined;
}

/**
 * Ports in a row that nobody listens at and that no other call gets while this process lives; for tests and benches
 * that start programs of their own.
 */
export async function freePorts(count: number): Promise<number[]> {
  const range = MOST - LEAST + 1 - count;
  const begin = Math.floor(Math.random() * range);
  for (let tried = 0; tried < range; tried += count) {
    const first = LEAST + ((begin + tried) % range);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return ports;
  }
  throw new Error(`no ${count} free ports in a row from ${LEAST} to ${MOST}`);
}

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error('one port was asked for');
  return port;
}
