import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createWebServer, type RequestListener } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inheritedEnvironment } from '../launcher/config.ts';
import { checkClock } from './database-checks.ts';
import { examine } from './examine.ts';
import { checkBackups, checkDisk, checkFolder, checkNode } from './machine-checks.ts';
import { checkMail, checkNames, checkReach, isInTheClear } from './network-checks.ts';
import { checkBucket, checkProvider } from './service-checks.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

let folder: string;
const servers: Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-doctor-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    await once(server, 'close');
  }
  rmSync(folder, { recursive: true });
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
const web = async (answer: RequestListener) => `http://127.0.0.1:${await listening(createWebServer(answer))}`;
/** A port that nobody listens at. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  servers.pop();
  server.close();
  await once(server, 'close');
  return port;
}

describe('the machine', () => {
  it('needs Node 24', () => {
    expect([checkNode('24.0.0').state, checkNode('23.11.1').state]).toEqual(['ok', 'fault']);
  });

  it('needs room: half a gigabyte, and better a tenth', () => {
    const disk = (freeBytes: number, totalBytes: number, folder = 'data') =>
      checkDisk({ folder, freeBytes, totalBytes });
    expect(disk(500_000_000, 1e9)).toMatchObject({ name: 'Disk', state: 'ok' });
    expect(disk(1, 1e9, 'postgres')).toMatchObject({ name: 'Disk of postgres', state: 'fault' });
    expect(disk(499_999_999, 1e9)).toMatchObject({
      state: 'fault',
      todo: expect.stringContaining('full-disk'),
    });
    expect([disk(10e9, 100e9).state, disk(9.9e9, 100e9).state]).toEqual(['ok', 'warning']);
  });

  it('needs a clock within two seconds of the database', () => {
    expect([checkClock(10_000, 12_000).state, checkClock(12_001, 10_000).state]).toEqual(['ok', 'fault']);
  });
});

describe('the data folder', () => {
  const user = process.getuid?.() ?? 0;

  it('is well, or made at the first start', () => {
    expect(checkFolder(folder, user).state).toBe('ok');
    expect(checkFolder(join(folder, 'a', 'b'), user)).toMatchObject({
      state: 'ok',
      said: expect.stringContaining('first start'),
    });
  });

  it('is no file', () => {
    writeFileSync(join(folder, 'file'), '');
    for (const path of ['file', 'file/below'])
      expect(checkFolder(join(folder, path), user)).toMatchObject({
        state: 'fault',
        said: expect.stringContaining('is a file'),
      });
  });

  it("is its user's", () => {
    expect(checkFolder(folder, user + 1)).toMatchObject({
      state: 'fault',
      todo: expect.stringContaining(`chown -R ${user + 1}`),
    });
  });

  it.runIf(user === 0)('is its user’s with all that Placard writes there, not with what it reads', () => {
    chownSync(folder, 65_534, 65_534);
    mkdirSync(join(folder, 'networks'));
    expect(checkFolder(folder, 65_534).state).toBe('ok');
    mkdirSync(join(folder, 'images'));
    expect(checkFolder(folder, 65_534)).toMatchObject({
      state: 'fault',
      said: expect.stringContaining(`${join(folder, 'images')} belongs to user 0`),
      todo: `chown -R 65534 ${folder}`,
    });
  });

  it.runIf(user === 0)('can be written', () => {
    const script = `process.setuid(65534); const { checkFolder } = await import(${JSON.stringify(new URL('./machine-checks.ts', import.meta.url).href)}); console.log(JSON.stringify(checkFolder(${JSON.stringify(folder)}, 65534)))`;
    chmodSync(folder, 0o555);
    chownSync(folder, 65_534, 65_534);
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toMatchObject({
      state: 'fault',
      said: expect.stringContaining('may not be written'),
    });
  });

  it('keeps its key to itself, and has no half restore in it', () => {
    writeFileSync(join(folder, 'secret.key'), 'a'.repeat(64), { mode: 0o600 });
    expect(checkFolder(folder, user).state).toBe('ok');
    chmodSync(join(folder, 'secret.key'), 0o640);
    expect(checkFolder(folder, user)).toMatchObject({
      state: 'fault',
      todo: expect.stringMatching(/^chmod 600/),
    });
    chmodSync(join(folder, 'secret.key'), 0o600);
    writeFileSync(join(folder, 'restore.unfinished'), '');
    expect(checkFolder(folder, user)).toMatchObject({
      state: 'fault',
      said: expect.stringContaining('restore'),
    });
  });
});

describe('backups', () => {
  const now = Date.UTC(2026, 10, 22, 12);
  const keep = (name: string, manifest: string) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'manifest.json'), manifest);
  };
  const takenAt = (at: string) => JSON.stringify({ takenAt: at });

  it('are wished for, there, and of today', () => {
    expect(checkBackups(undefined, now).state).toBe('warning');
    expect(checkBackups(join(folder, 'none'), now)).toMatchObject({
      state: 'fault',
      said: expect.stringContaining('There is none'),
    });
    mkdirSync(join(folder, 'unfinished-placard-20261122T100000000Z'));
    expect(checkBackups(folder, now)).toMatchObject({
      state: 'fault',
      said: expect.stringContaining('no whole backup'),
    });
    keep('placard-20261121T100000000Z', takenAt('2026-11-21T10:00:00.000Z'));
    expect(checkBackups(folder, now)).toMatchObject({
      state: 'ok',
      said: 'The newest of 1 is 26 hours old.',
    });
    expect(checkBackups(folder, now + 1_000).state).toBe('fault');
  });

  it('are none that nobody could restore, and none of a clock that was ahead', () => {
    keep('placard-20261224T100000000Z', takenAt('2026-12-24T10:00:00.000Z'));
    expect(checkBackups(folder, now)).toMatchObject({
      state: 'fault',
      said: 'placard-20261224T100000000Z is of a time that is still to come, and there is no other.',
    });
    keep('placard-20261120T100000000Z', takenAt('2026-11-20T10:00:00.000Z'));
    keep('placard-20261122T100000000Z', '{"takenAt":');
    keep('placard-20261122T110000000Z', '{}');
    expect(checkBackups(folder, now)).toMatchObject({
      state: 'fault',
      said: 'The newest of 2 is 50 hours old.',
    });
  });

  it('lie in a folder', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(checkBackups(file, now)).toMatchObject({ state: 'fault', said: `It is a file: ${file}` });
  });
});

describe('names', () => {
  it('are found, or named with their setting', async () => {
    expect(await checkNames({ PLACARD_URL: 'localhost' })).toMatchObject([{ state: 'ok' }]);
    // Nobody can own a name below "invalid"; no server outside is asked for what is no name at all.
    expect(await checkNames({ SMTP_URL: 'mail..invalid' })).toMatchObject([
      { state: 'fault', said: expect.stringContaining('mail..invalid (SMTP_URL) is not found') },
    ]);
  });
});

describe('mail', () => {
  const smtp = async (words: string) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      if (words === '') socket.destroy();
      else socket.write(words);
    });
    return `smtp://127.0.0.1:${await listening(server)}`;
  };
  it('is taken by a server that greets', async () => {
    expect((await checkMail(undefined)).state).toBe('ok');
    expect((await checkMail(await smtp('220 hello\r\n'))).state).toBe('ok');
  });
  it.each([
    ['refuses us', '554 no service\r\n', 'is no mail server, or refuses us: 554'],
    ['hangs up', '', 'No mail server answers'],
  ])('is not by one that %s', async (_, words, said) => {
    expect(await checkMail(await smtp(words))).toMatchObject({
      state: 'fault',
      said: expect.stringContaining(said),
    });
  });
  it('is not where nobody listens', async () => {
    expect(await checkMail(`smtp://127.0.0.1:${await closedPort()}`)).toMatchObject({
      state: 'fault',
      said: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('public addresses', () => {
  const reach = (url: string) => checkReach('PLACARD_URL', url, '/api/health');
  const saying = (data: unknown, status = 200) =>
    web((_, response) => response.writeHead(status).end(JSON.stringify({ data })));
  it('lead to a Placard that is well', async () => {
    expect((await reach(await saying({ status: 'ok' }))).state).toBe('ok');
    expect((await reach(await saying({ status: 'degraded' }))).state).toBe('ok');
  });
  it('are https, but on this machine', async () => {
    const local = await saying({ status: 'ok' });
    // By another name of the same machine, as far as anybody can tell.
    const named = local.replace('127.0.0.1', '0.0.0.0');
    expect(await reach(named)).toMatchObject({
      state: 'warning',
      said: expect.stringContaining('in the clear'),
    });
    for (const name of [
      'http://localhost',
      'http://127.0.0.1:1',
      'http://[::1]:1',
      'https://placard.example',
    ])
      expect([name, isInTheClear(name)]).toEqual([name, false]);
    expect(isInTheClear('http://placard.example')).toBe(true);
  });
  it('lead to one that is not', async () => {
    const failing = await saying({ status: 'failing', checks: { disk: 'failing' } }, 503);
    expect(await reach(failing)).toMatchObject({
      state: 'fault',
      said: expect.stringContaining('"disk":"failing"'),
    });
  });
  it('lead to something else, or to nobody', async () => {
    const other = await web((_, response) => response.writeHead(404).end('<html>'));
    expect(await reach(other)).toMatchObject({
      state: 'fault',
      said: expect.stringContaining('Something else than Placard'),
    });
    expect(await reach(`http://127.0.0.1:${await closedPort()}`)).toMatchObject({
      state: 'fault',
      said: expect.stringContaining('Nobody answers'),
    });
  });
});

describe('services', () => {
  const bucketAt = (endpoint: string) =>
    checkBucket({
      ...{ bucket: 'images', endpoint, region: 'us-east-1', prefix: '' },
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
  const listed = '<ListBucketResult><Name>images</Name><IsTruncated>false</IsTruncated></ListBucketResult>';
  it('have a bucket that can be listed, and nothing is written there', async () => {
    const calls: string[] = [];
    const at = await web(({ method, url }, response) => {
      calls.push(`${method} ${url?.split('?')[0]}`);
      response.writeHead(200, { 'content-type': 'application/xml' }).end(listed);
    });
    expect((await bucketAt(at)).state).toBe('ok');
    expect(calls).toEqual(['GET /images/']);
  });
  it('have none where its keys are refused', async () => {
    const at = await web((_, response) =>
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'),
    );
    expect(await bucketAt(at)).toMatchObject({
      state: 'fault',
      said: expect.stringContaining('it answered 403'),
    });
  });
  it('have a provider that is called so, with a slash or without', async () => {
    let issuer = '';
    const at = await web((_, response) => response.end(JSON.stringify({ issuer })));
    for (const [named, asked, state] of [
      [`${at}/`, at, 'ok'],
      [at, `${at}/`, 'ok'],
      ['https://id.example', at, 'fault'],
    ] as const) {
      issuer = named;
      expect((await checkProvider(asked)).state).toBe(state);
    }
    const none = await web((_, response) => response.writeHead(404).end());
    expect((await checkProvider(none)).said).toContain('it answered 404');
    expect((await checkProvider(`http://127.0.0.1:${await closedPort()}`)).said).toContain('ECONNREFUSED');
  });
});

describe('the whole', () => {
  it('names wrong settings, and a key that is none', async () => {
    expect((await examine({ PORT: 'x' })).filter(({ state }) => state === 'fault')).toMatchObject([
      { name: 'Settings' },
    ]);
    const port = String(await closedPort());
    const settings = {
      PLACARD_DATA_DIR: folder,
      PORT: port,
      DELIVERY_PORT: '1',
      PLACARD_SECRET_KEY: 'short',
    };
    const both = async () => ['server:\n  - One.\n  - Both.', 'delivery:\n  - Both.'];
    const findings = await examine(settings, both);
    expect(findings.find(({ name }) => name === 'Settings')?.said).toBe(
      'Some are wrong:\n  - One.\n  - Both.',
    );
    expect(findings.filter(({ state }) => state === 'fault').map(({ name }) => name)).toEqual([
      'Settings',
      'Reachable',
      'Reachable',
    ]);
  });

  it('names a file that is no key, without saying what is in it', async () => {
    writeFileSync(join(folder, 'secret.key'), 'damaged', { mode: 0o600 });
    const port = String(await closedPort());
    const findings = await examine(
      { PLACARD_DATA_DIR: folder, PORT: port, DELIVERY_PORT: '1' },
      async () => [],
    );
    const found = findings.find(({ name }) => name === 'Secret key');
    expect([found?.state, found?.said]).toEqual(['fault', expect.stringContaining('is not a key')]);
    rmSync(join(folder, 'secret.key'));
  });

  it('ends with 1 and what to do where there is a fault', async () => {
    const env = {
      ...inheritedEnvironment(),
      PLACARD_DATA_DIR: folder,
      PORT: String(await closedPort()),
      DELIVERY_PORT: '1',
      STRIPE_SECRET_KEY: 'sk_test_1',
    };
    const { status, stdout } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/FAULT {4}Reachable: Nobody answers.*\n {9}→ Is Placard started\?/);
    expect(stdout).toMatch(/FAULT {4}Settings: Some are wrong:\n.*STRIPE_WEBHOOK_SECRET go together/);
    expect(stdout).toContain('3 to mend.');
  });
});
