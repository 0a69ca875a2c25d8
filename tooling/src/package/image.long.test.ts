import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { programEnvironment } from '../config.ts';
import { BUILDS, ensureBuilt } from '../launcher/builds.ts';
import { stageImage } from './image.ts';
import { codename, missingParts } from './testing/debian-machine.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const USER = 7070;
const IMAGE = 'localhost/placard';
const SETTINGS = ['PLACARD_OPERATOR_EMAIL=operator@example.com', 'PLACARD_OPERATOR_PASSWORD=Kept-across-1'];

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
let out: string;
let mounted: string;
let running: ChildProcess | undefined;
let said: string;

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: out, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** Images and containers of this test alone; a copy of each layer, so that nothing of the kernel is needed. */
function buildah(...args: readonly string[]): string {
  const store = ['--root', join(out, 'store'), '--runroot', join(out, 'run'), '--storage-driver', 'vfs'];
  return run('buildah', [...store, ...args]);
}

beforeAll(async () => {
  const missing = missingParts({
    mmdebstrap: 'mmdebstrap',
    buildah: 'buildah',
    'systemd-nspawn': 'systemd-container',
    nsenter: 'util-linux',
  });
  if (missing.length > 0)
    throw new Error(
      `This test builds an image from a Debian of its own. Missing here: ${missing.join(', ')}`,
    );
  out = mkdtempSync(join(tmpdir(), 'placard-image-'));
  await ensureBuilt(ROOT, BUILDS, programEnvironment(ROOT), say);
  stageImage(ROOT, join(out, '.packages'), '0.0.1');
  for (const name of ['Containerfile', '.dockerignore']) copyFileSync(join(ROOT, name), join(out, name));
  run('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    '--include=libstdc++6',
    codename(),
    join(out, 'base.tar'),
  ]);
  const base = buildah('from', 'scratch');
  buildah('add', base, join(out, 'base.tar'), '/');
  buildah('commit', base, 'localhost/debian');
  const file = ['--file', 'Containerfile', '--tag', IMAGE, '.'];
  buildah(
    'build',
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--build-arg',
    'BASE=localhost/debian',
    ...file,
  );
  mounted = buildah('mount', buildah('from', IMAGE));
  for (const name of ['data', 'before-upgrade']) {
    mkdirSync(join(out, name));
    chownSync(join(out, name), USER, USER);
  }
}, 1_800_000);

afterAll(async () => {
  await end();
  if (out !== undefined) rmSync(out, { recursive: true, force: true });
}, 300_000);

/** Process 1 of the container, which passes signals on to Placard. */
function leader(): string {
  return (
    readFileSync(`/proc/${running?.pid}/task/${running?.pid}/children`, 'utf8').trim().split(' ')[0] ?? ''
  );
}

async function end(): Promise<void> {
  if (running === undefined || running.exitCode !== null) return;
  // With the first of its processes the kernel ends all of them.
  process.kill(Number(leader()), 'SIGKILL');
  await once(running, 'exit');
}

/** As compose.yaml has it: read-only, no capability, no new privileges, a network of its own. */
async function start(): Promise<void> {
  said = '';
  const kept = ['data:/var/lib/placard', 'before-upgrade:/var/lib/placard.before-upgrade'];
  running = spawn(
    'systemd-nspawn',
    [
      ...[
        '--quiet',
        '-D',
        mounted,
        '--read-only',
        '--user=placard',
        '--as-pid2',
        '--register=no',
        '--keep-unit',
      ],
      ...[
        '--private-network',
        '--drop-capability=all',
        '--no-new-privileges=yes',
        '--tmpfs=/tmp',
        '--console=pipe',
      ],
      ...kept.map((volume) => `--bind=${join(out, volume)}`),
      ...SETTINGS.map((setting) => `--setenv=${setting}`),
      ...['/usr/bin/placard', 'start'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  for (const stream of [running.stdout, running.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  await vi.waitFor(() => expect(said).toMatch(/Placard is ready after/), { timeout: 120_000, interval: 250 });
}

function inside(...words: readonly string[]): { readonly status: number | null; readonly said: string } {
  const clean = ['env', '-i', 'PATH=/usr/bin:/bin'];
  const { status, stdout, stderr } = spawnSync('nsenter', ['-t', leader(), '-a', ...clean, ...words], {
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}`.trim() };
}

it('says how it is to be run', () => {
  const format =
    '{{.Docker.Config.User}} {{.Docker.Config.Entrypoint}} {{.Docker.Config.Cmd}} {{.Docker.Config.StopSignal}} {{.Docker.Config.Healthcheck.Test}}';
  expect(buildah('inspect', '--type', 'image', '--format', format, IMAGE)).toBe(
    '7070:7070 [/usr/bin/placard] [start] SIGTERM [CMD /usr/bin/placard healthy]',
  );
});

it('starts on a root that is read-only, without rights, and is healthy', async () => {
  await start();
  expect(inside('/usr/bin/placard', 'healthy')).toEqual({ status: 0, said: '' });
  expect(inside('touch', '/usr/lib/placard/x').said).toMatch(/Read-only file system/);
  const state = inside(
    'sh',
    '-c',
    'for p in /proc/[0-9]*; do case "$(readlink $p/exe)" in /usr/lib/placard/*) grep -hE "^(Uid|CapEff|NoNewPrivs)" $p/status;; esac; done | sort -u',
  ).said;
  expect(state.replaceAll('\t', ' ').split('\n')).toEqual([
    'CapEff: 0000000000000000',
    'NoNewPrivs: 1',
    'Uid: 7070 7070 7070 7070',
  ]);
});

it('goes on with what it had after a kill of everything', async () => {
  const key = readFileSync(join(out, 'data/secret.key'), 'utf8');
  await end();
  await start();
  expect(inside('/usr/bin/placard', 'healthy').status).toBe(0);
  expect(readFileSync(join(out, 'data/secret.key'), 'utf8')).toBe(key);
});

it('is not healthy once the ad server is away', () => {
  const { status, said: why } = inside('/usr/bin/placard', 'healthy', '8080/api/health', '8089/health');
  expect([status, why]).toEqual([1, 'http://127.0.0.1:8089/health: fetch failed']);
});
