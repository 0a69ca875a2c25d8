import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runBackupApart } from './run-backup-apart.ts';

const PROGRAM = fileURLToPath(new URL('main-backup.ts', import.meta.url));

let folder: string;
/** A database that takes connections and says nothing: a backup that has begun waits for it. */
let silent: Server;
const sockets = new Set<Socket>();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-apart-'));
  silent = createServer((socket) => sockets.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  vi.stubEnv('PLACARD_DATA_DIR', join(folder, 'data'));
  vi.stubEnv('PLACARD_BACKUP_DIR', join(folder, 'backups'));
  vi.stubEnv('DATABASE_URL', `postgres://u@127.0.0.1:${(silent.address() as AddressInfo).port}/placard`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  silent.close();
  rmSync(folder, { recursive: true });
});

const going = new AbortController().signal;

describe('a backup in a process of its own', () => {
  it('fails by a sentence, and ends nobody else, where the system starts no process', async () => {
    const { execPath } = process;
    process.execPath = join(folder, 'no-such-program');
    try {
      const { fault } = await runBackupApart(going);
      expect(fault).toContain('ENOENT');
    } finally {
      process.execPath = execPath;
    }
  });

  it('is told by the end of what it says, however much that is', async () => {
    const { execPath } = process;
    const program = join(folder, 'talkative');
    writeFileSync(program, '#!/bin/sh\nhead -c 30000 /dev/zero | tr "\\0" x\necho done\n', { mode: 0o755 });
    process.execPath = program;
    try {
      const { fault, said } = await runBackupApart(going);
      expect([fault, said.length, said.slice(-6)]).toEqual([null, 9_999, 'xxdone']);
    } finally {
      process.execPath = execPath;
    }
  });

  it('ends where the worker stops', async () => {
    const stopping = new AbortController();
    const outcome = runBackupApart(stopping.signal);
    await once(silent, 'connection');
    stopping.abort();
    expect((await outcome).fault).toContain('SIGKILL');
    const stopped = await runBackupApart(stopping.signal);
    expect(stopped.fault).toContain('SIGKILL');
  });

  it('ends with who started it', async () => {
    const child = fork(PROGRAM, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const exit = once(child, 'exit');
    await once(silent, 'connection');
    child.disconnect();
    expect(await exit).toEqual([1, null]);
  });
});
