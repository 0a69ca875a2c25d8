import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { privateFolder } from './private-folder.ts';

/**
 * Holds a folder for this process: a socket that the kernel closes with it, so a lock never outlives a kill -9.
 * @throws Error that says what to do when another process holds it.
 */
export async function lockFolder(dir: string): Promise<{ readonly release: () => Promise<void> }> {
  await privateFolder(dir);
  // A disk that can't be written may have no such folder yet.
  const place = existsSync(dir) ? realpathSync(dir) : resolve(dir);
  const name = `placard-${createHash('sha256').update(place).digest('hex').slice(0, 24)}`;
  // Linux has names for sockets that are no files: a full disk has room for them.
  const path = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const server = await listen(path);
    if (server !== null) {
      server.unref();
      return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    }
    if (await isHeld(path)) break;
    await unlink(path).catch(() => undefined);
  }
  throw new Error(
    `the folder ${dir} is in use by another delivery process: stop it, or set another PLACARD_SHARD`,
  );
}

/** @returns `null` when the name is taken. */
function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(path, () => resolve(server));
  });
}

function isHeld(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
