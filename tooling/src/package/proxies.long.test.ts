import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-proxies-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a program says of a configuration; a program that is not here is named with the package that brings it. */
function run(
  program: string,
  args: readonly string[],
): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { HOME: folder, PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  });
  if (error !== undefined) throw new Error(`${program} is not here: apt-get install ${program}`);
  return { status, said: `${stdout}${stderr}` };
}

it('nginx takes our example', () => {
  const made = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=placard',
    ...made,
  ]);
  const example = readFileSync(join(DEPLOY, 'nginx/placard.conf'), 'utf8');
  writeFileSync(join(folder, 'placard.conf'), example.replaceAll('/etc/ssl/placard', folder));
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid;\nevents {}\nhttp { include ${folder}/placard.conf; }\n`,
  );
  const { status, said } = run('nginx', ['-t', '-c', join(folder, 'nginx.conf')]);
  expect([status, said]).toEqual([0, expect.stringContaining('test is successful')]);
});

it('Caddy takes our example', () => {
  const { status, said } = run('caddy', [
    'validate',
    '--adapter',
    'caddyfile',
    '--config',
    join(DEPLOY, 'caddy/Caddyfile'),
  ]);
  expect([status, said]).toEqual([0, expect.stringContaining('Valid configuration')]);
});
