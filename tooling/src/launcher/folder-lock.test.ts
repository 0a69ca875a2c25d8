import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processIdentity } from '@placard/db/embedded/process-identity';
import { soon } from '@placard/db/testing/soon';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockFolder, makeLogFolder, type Patience } from './folder-lock.ts';
import { ChildList, endFormerChildren } from './former-children.ts';

const CHILD = fileURLToPath(new URL('./fixtures/child.ts', import.meta.url));
const NONE: Patience = { endingMs: 0, livingMs: 0, say: () => {} };

let parent: string;
let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'placard-lock-'));
  folder = join(parent, 'data');
  children = [];
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(parent, { recursive: true });
});

const take = (url = 'http://localhost:8080', patience = NONE) => lockFolder(folder, url, patience);
const leave = async (process: string) => {
  (await take()).release();
  writeFileSync(join(folder, 'launcher.lock'), JSON.stringify({ process, url: 'http://localhost:8080' }));
};
const leaveAnew = async (process: string) => {
  rmSync(join(folder, 'launcher.lock'));
  await leave(process);
};
async function child(): Promise<ChildProcess> {
  const environment = { PATH: process.env.PATH, PLACARD_DATA_DIR: parent };
  const started = fork(CHILD, [], { env: environment, execArgv: [], stdio: 'ignore' });
  children.push(started);
  await once(started, 'message');
  started.channel?.unref();
  return started;
}

it('refuses a folder in use with the address of the one that uses it and what to do', async () => {
  const lock = await take();
  await expect(take('http://localhost:9090')).rejects.toThrow(
    /in use by a Placard that runs at http:\/\/localhost:8080 \(process \d+\).*PLACARD_DATA_DIR/,
  );
  lock.release();
  const next = await take('http://localhost:9090');
  expect(next.tookOver).toBe(false);
  next.release();
  expect(readdirSync(folder)).toEqual([]);
});

it('waits for one that is ending, says so once, and takes the folder when it has ended', async () => {
  const lock = await take();
  lock.markEnding();
  const said: string[] = [];
  const waiting = take('http://localhost:9090', {
    endingMs: 20_000,
    livingMs: 0,
    say: (text) => said.push(text),
  });
  await soon(() => expect(said).toEqual(['Waiting for the Placard that ends here …']));
  lock.release();
  const next = await waiting;
  expect([next.tookOver, said.length]).toEqual([false, 1]);
  next.release();
});

it('gives one that was just told to end a moment to say so, and one that never ends no more than its time', async () => {
  const lock = await take();
  const waiting = take('http://localhost:9090', { endingMs: 20_000, livingMs: 20_000, say: () => {} });
  lock.markEnding();
  lock.release();
  (await waiting).release();
  const stuck = await take();
  stuck.markEnding();
  await expect(take()).rejects.toThrow(/which was told to end and does not. End that process/);
  stuck.release();
});

it('ends to wait when its own start is called off', async () => {
  const lock = await take();
  lock.markEnding();
  const signal = AbortSignal.abort();
  await expect(take('', { endingMs: 20_000, livingMs: 0, say: () => {}, signal })).rejects.toThrow(
    'The start was called off.',
  );
  lock.release();
});

it.each([
  ['of a process that is gone', '4194305 1@boot'],
  ['whose number another process has now', `${process.pid} 1@another-boot`],
  ['that is empty', ''],
])('takes over a lock %s', async (_, identity) => {
  await leave(identity);
  const lock = await take();
  expect(lock.tookOver).toBe(true);
  lock.release();
});

it('sees that a process lives by which the boot has another name, as in a container; its own name of old is nobody', async () => {
  const other = (pid: number) => `${(processIdentity(pid) ?? '').split('@')[0]}@another-boot`;
  await leave(other((await child()).pid ?? 0));
  await expect(take()).rejects.toThrow(/in use/);
  await leaveAnew(other(process.pid));
  expect((await take()).tookOver).toBe(true);
});

describe('a lock of another container, whose processes nobody here sees', () => {
  const lock = () => join(folder, 'launcher.lock');
  const holder = { process: `${process.pid} 1@boot`, url: 'http://localhost:8080', space: 'pid:[1]' };
  /** By the disk's clock, which a machine's own need not be. */
  const now = () => {
    const probe = join(folder, 'probe');
    writeFileSync(probe, '');
    return statSync(probe).mtimeMs;
  };
  const touchedAgo = (ms: number) => {
    const at = new Date(now() - ms);
    utimesSync(lock(), at, at);
  };
  beforeEach(async () => {
    (await take()).release();
    writeFileSync(lock(), JSON.stringify(holder));
  });

  it('holds while it is touched, by whatever clock, and no longer', async () => {
    const refused = { endingMs: 0, livingMs: 0, unseenMs: 0, say: () => {} };
    for (const ms of [0, 9_000, -9_000]) {
      touchedAgo(ms);
      await expect(take('', refused)).rejects.toThrow(/runs at http:\S+ \(in another container\)/);
    }
    for (const ms of [10_500, -10_500]) {
      touchedAgo(ms);
      const taken = await take();
      expect(taken.tookOver).toBe(true);
      taken.release();
      writeFileSync(lock(), JSON.stringify(holder));
    }
  });

  it('is waited for: it may have been killed just now', async () => {
    const waiting = take('', { endingMs: 0, livingMs: 0, say: () => {} });
    touchedAgo(11_000);
    (await waiting).release();
  });

  it('is what ours is to them: we touch it', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() + 86_400_000 });
    try {
      rmSync(lock());
      const ours = await take();
      touchedAgo(3_600_000);
      const written = readFileSync(lock(), 'utf8');
      vi.advanceTimersByTime(2_000);
      expect(Math.abs(now() - statSync(lock()).mtimeMs)).toBeLessThan(60_000);
      expect(readFileSync(lock(), 'utf8')).toBe(written);
      // Taken over meanwhile it is another one's to touch.
      writeFileSync(lock(), JSON.stringify(holder));
      touchedAgo(3_600_000);
      vi.advanceTimersByTime(2_000);
      expect(now() - statSync(lock()).mtimeMs).toBeGreaterThan(60_000);
      expect(readFileSync(lock(), 'utf8')).toBe(JSON.stringify(holder));
      ours.release();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('takes over a lock cut short while it was written', async () => {
  await leave('');
  writeFileSync(join(folder, 'launcher.lock'), '{"proc');
  expect((await take()).tookOver).toBe(true);
});

it('does not take a copy of a folder in use for a folder in use', async () => {
  const lock = await take();
  const original = folder;
  folder = join(parent, 'copy');
  cpSync(original, folder, { recursive: true });
  const copy = await take();
  expect(copy.tookOver).toBe(false);
  copy.release();
  folder = original;
  await expect(take()).rejects.toThrow(/in use/);
  lock.release();
});

it('does not take away a lock that is not its own any more', async () => {
  const file = join(folder, 'launcher.lock');
  const lock = await take();
  const mine = JSON.parse(readFileSync(file, 'utf8'));
  for (const other of [
    { ...mine, process: '1 another' },
    { ...mine, place: '1:another' },
  ]) {
    writeFileSync(file, JSON.stringify(other));
    lock.release();
    lock.markEnding();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(other);
  }
});

it('makes a folder that is missing', async () => {
  folder = join(parent, 'a', 'b');
  (await take()).release();
});

it('says what is wrong with a folder that is a file, or lies below one', async () => {
  writeFileSync(join(parent, 'file'), '');
  for (const path of ['file', 'file/below']) {
    folder = join(parent, path);
    await expect(take()).rejects.toThrow(/is a file, or lies below one.*PLACARD_DATA_DIR/);
  }
});

it.runIf(process.getuid?.() === 0)("says so where the folder is not this user's to write", () => {
  mkdirSync(folder);
  chmodSync(parent, 0o755);
  const lock = JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href);
  const script = `process.setuid(65534); const { lockFolder } = await import(${lock});
    await lockFolder(${JSON.stringify(folder)}, '', { endingMs: 0, livingMs: 0 }).catch((cause) => console.log(cause.message));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stdout).toMatch(/may not be written by this user.*chown/);
});

it('makes the folder of logs, and says which setting names one that cannot be', () => {
  makeLogFolder(join(parent, 'a', 'logs'));
  makeLogFolder(join(parent, 'a', 'logs'));
  writeFileSync(join(parent, 'file'), '');
  expect(() => makeLogFolder(join(parent, 'file'))).toThrow(
    /^The folder of logs .* is a file.*PLACARD_LOG_DIR/,
  );
});

it('waits for the processes of a killed run that end by themselves, and touches no others', async () => {
  (await take()).release();
  const list = new ChildList(folder);
  const [one, two] = [await child(), await child()];
  list.note('server', one.pid ?? 0);
  list.note('server', two.pid ?? 0);
  const said: string[] = [];
  const ended = endFormerChildren(folder, (text) => said.push(text), 20_000);
  two.kill('SIGTERM');
  await ended;
  expect(said).toHaveLength(1);
  expect(processIdentity(two.pid ?? 0)).toBeUndefined();
  expect(processIdentity(one.pid ?? 0)).toBeDefined();
  list.forget();
  expect(readdirSync(folder)).toEqual([]);
});

it('ends a frozen process of a killed run the hard way', async () => {
  (await take()).release();
  const frozen = await child();
  new ChildList(folder).note('server', frozen.pid ?? 0);
  frozen.kill('SIGSTOP');
  await endFormerChildren(folder, () => {}, 0);
  expect(processIdentity(frozen.pid ?? 0)).toBeUndefined();
});
