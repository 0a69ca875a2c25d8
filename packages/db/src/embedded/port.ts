import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Opens the port of 127.0.0.1 for a moment; 0 lets the system choose. Undefined where it is taken. */
function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      const chosen = address !== null && typeof address === 'object' ? address.port : undefined;
      probe.close(() => resolve(chosen));
    });
  });
}

/** The cluster's port of last time where it is free, else a free one, remembered for the next time. */
export async function choosePort(home: string): Promise<number> {
  const file = join(home, 'port');
  let remembered = 0;
  try {
    remembered = Number.parseInt(readFileSync(file, 'utf8'), 10) || 0;
  } catch {
    // The first start.
  }
  const kept = remembered > 0 ? await tryPort(remembered) : undefined;
  if (kept !== undefined) return kept;
  const fresh = await tryPort(0);
  if (fresh === undefined) throw new Error('No free TCP port on 127.0.0.1');
  writeFileSync(file, `${fresh}\n`);
  return fresh;
}
