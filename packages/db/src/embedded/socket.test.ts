import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byTcp, clusterAddress, makeSocketFolder, SOCKET_PATH_BYTES } from './socket.ts';

const PORT = 54_321;
const LOGIN = { role: 'placard', password: 'secret', database: 'placard' };
const TCP = 'postgres://placard:secret@127.0.0.1:54321/placard';

let outer: string;
beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), 'placard-socket-'));
});
afterEach(() => rmSync(outer, { recursive: true, force: true }));

/** A home whose socket's path is of so many bytes. */
function homeFor(pathBytes: number): string {
  const rest = pathBytes - Buffer.byteLength(join(outer, 'x', 'socket', `.s.PGSQL.${PORT}`));
  const home = join(outer, `x${'y'.repeat(rest)}`);
  mkdirSync(home);
  return home;
}

describe('the folder of a socket', () => {
  it('is open to its user alone, and empty', () => {
    const folder = makeSocketFolder(outer, PORT, undefined) ?? '';
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    writeFileSync(join(folder, '.s.PGSQL.54321.lock'), '1\n');
    makeSocketFolder(outer, PORT, undefined);
    expect(existsSync(join(folder, '.s.PGSQL.54321.lock'))).toBe(false);
  });

  it('is not where the path of the socket is longer than one may be', () => {
    expect(makeSocketFolder(homeFor(SOCKET_PATH_BYTES), PORT, undefined)).toBeDefined();
    const long = homeFor(SOCKET_PATH_BYTES + 1);
    mkdirSync(join(long, 'socket'));
    expect(makeSocketFolder(long, PORT, undefined)).toBeUndefined();
    expect(existsSync(join(long, 'socket'))).toBe(false);
  });
});

describe('the address of a cluster', () => {
  it('names the socket where it is, and TCP alone where it is not', () => {
    expect(clusterAddress(outer, PORT, LOGIN)).toBe(TCP);
    const folder = makeSocketFolder(outer, PORT, undefined) ?? '';
    expect(clusterAddress(outer, PORT, LOGIN)).toBe(TCP);
    writeFileSync(join(folder, '.s.PGSQL.54321'), '');
    const address = clusterAddress(outer, PORT, LOGIN);
    expect(new URL(address).searchParams.get('host')).toBe(folder);
    expect(byTcp(address)).toBe(TCP);
  });

  it('keeps what else it says by TCP', () => {
    expect(byTcp(`${TCP}?host=%2Frun&options=x`)).toBe(`${TCP}?options=x`);
  });
});
