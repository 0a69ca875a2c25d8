import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startWith } from '@placard/db/process/commands';
import { Refusal } from './refusal.ts';

/** Undefined when the port can be had, else the error code. */
export function portFault(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (cause: NodeJS.ErrnoException) => resolve(cause.code ?? cause.message));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

function sentence(name: string, port: number, host: string, fault: string): string {
  switch (fault) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop that, or choose another port: ${startWith(`${name}=${port + 10}`)}`;
    case 'EACCES':
      return `Port ${port} may not be opened by this user. Choose one above 1023: ${startWith(`${name}=${port + 8000}`)}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address "${host}". Set PLACARD_HOST to one it has, or leave it out to listen on all.`;
    default:
      return `Port ${port} on ${host} can't be opened (${fault}). Choose another by ${name}, or another address by PLACARD_HOST.`;
  }
}

/**
 * Refuses ports that are taken, all together. `patienceMs` covers a killed run's children, which end within a moment.
 */
export async function requirePorts(
  ports: Readonly<Record<string, number>>,
  host: string,
  patienceMs: number,
): Promise<void> {
  // By time that no one sets: a machine may get its clock while it starts.
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const sentences: string[] = [];
    for (const [name, port] of Object.entries(ports)) {
      const fault = await portFault(port, host);
      if (fault !== undefined) sentences.push(sentence(name, port, host, fault));
    }
    if (sentences.length === 0) return;
    if (performance.now() >= deadline) throw new Refusal([...new Set(sentences)].join('\n'));
    await delay(50);
  }
}
