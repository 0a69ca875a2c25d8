import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { programEnvironment } from '../config.ts';
import { BUILDS, ensureBuilt } from '../launcher/builds.ts';
import { buildDeb } from './deb.ts';
import { DebianMachine, missingParts } from './testing/debian-machine.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const MIGRATIONS = 'packages/db/migrations';
const READY = /Placard is ready after/;
const EMAIL = 'operator@example.com';
const PASSWORD = 'Kept-across-1';

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
let out: string;
let machine: DebianMachine;
const debs = { first: '', later: '' };
let bare: Set<string>;
/** What the later release adds to the schema. */
let laterMigration = '';

beforeAll(async () => {
  const missing = missingParts();
  if (missing.length > 0)
    throw new Error(`This test starts a Debian of its own. Missing here: ${missing.join(', ')}`);
  out = mkdtempSync(join(tmpdir(), 'placard-packages-'));
  await ensureBuilt(ROOT, BUILDS, programEnvironment(ROOT), say);
  debs.first = buildDeb({ root: ROOT, out, version: '0.0.1', compression: 'gzip', say });
  debs.later = buildDeb({
    ...{ root: ROOT, out, version: '0.0.2', compression: 'gzip', say },
    alter: (product) => {
      // After those that are in the package, whatever has come to the checkout meanwhile.
      const folder = join(product, MIGRATIONS);
      const count = readdirSync(folder).filter((name) => name.endsWith('.sql')).length;
      laterMigration = `${String(count + 1).padStart(4, '0')}_of_a_later_release`;
      writeFileSync(join(folder, `${laterMigration}.sql`), 'create table of_a_later_release ();\n');
    },
  });
  machine = await DebianMachine.boot();
  bare = machine.paths();
}, 1_800_000);

afterAll(async () => {
  await machine?.end();
  if (out !== undefined) rmSync(out, { recursive: true });
});

/** Asks inside the machine, by the Node that the package brought: nothing of it is reached from outside. */
function ask(url: string, body?: object): { readonly status: number; readonly text: string } {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const script = `const answer = await fetch(${JSON.stringify(url)}, ${JSON.stringify(init)});
    console.log(JSON.stringify({ status: answer.status, text: await answer.text() }));`;
  const { said } = machine.run('/usr/lib/placard/bin/node', '--input-type=module', '-e', script);
  return JSON.parse(said) as { status: number; text: string };
}

const signIn = () => ask('http://localhost:8080/api/auth/login', { email: EMAIL, password: PASSWORD }).status;
const set = (lines: string) => machine.shell(`printf '${lines}' >> /etc/placard/placard.env`);
const processesLeft = () =>
  machine.shell('ls -l /proc/[0-9]*/exe 2>/dev/null | grep -c /usr/lib/placard/ || true').said;

it('lintian finds nothing', () => {
  const { stdout, stderr } = spawnSync('lintian', ['--allow-root', '--tag-display-limit', '0', debs.first], {
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`.trim()).toBe('');
});

it('is installed, starts at once for this machine alone, as its own user, and is what a browser gets', async () => {
  expect(machine.install(debs.first)).toMatchObject({ code: 0 });
  const journal = await machine.untilSaid(READY);
  expect(journal).toContain('http://localhost:8080/invite?token=');
  expect(journal).not.toMatch(/Building/);
  expect(ask('http://localhost:8080/api/health')).toMatchObject({ status: 200 });
  const page = ask('http://localhost:8080/').text;
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'none';
  expect(ask(`http://localhost:8080${script}`).status).toBe(200);
  expect(ask('http://localhost:8081/sdk.js').status).toBe(200);
  expect(machine.run('ls', '/usr/share/doc/placard/docs/runbooks/full-disk.md').code).toBe(0);
  expect(machine.run('ps', '-o', 'user=', '-C', 'node').said.split('\n')).not.toContain('root');
  expect(machine.shell("ss -Hltn | awk '{print $4}' | grep -v '^127.0.0.1:' || true").said).toBe('');
  expect(
    machine.run('stat', '-c', '%A %U %G', '/etc/placard/placard.env', '/var/lib/placard', '/var/log/placard')
      .said,
  ).toBe('-rw-r----- root placard\ndrwxr-x--- placard placard\ndrwxr-x--- placard placard');
});

it('its unit is sound and leaves little to whoever takes it over', () => {
  expect(machine.run('systemd-analyze', 'verify', '--man=no', 'placard.service')).toEqual({
    code: 0,
    said: '',
  });
  const { said } = machine.run('systemd-analyze', '--no-pager', 'security', 'placard.service');
  const exposure = Number(/exposure level for placard\.service: ([\d.]+)/.exec(said)?.[1]);
  say(`exposure by systemd-analyze security: ${exposure}`);
  expect(exposure).toBeLessThanOrEqual(1.5);
});

it('takes settings from its file, and names a wrong one and a wrong line', async () => {
  set(`PLACARD_OPERATOR_EMAIL=${EMAIL}\\nPLACARD_OPERATOR_PASSWORD="${PASSWORD}"\\n`);
  machine.shell('systemctl stop placard; rm -rf /var/lib/placard/*');
  machine.run('systemctl', 'start', 'placard');
  await machine.untilSaid(READY);
  expect(signIn()).toBe(200);
  set('DELIVERY_PORT=80x\\n');
  machine.run('systemctl', 'restart', 'placard');
  await machine.untilSaid(/DELIVERY_PORT is "80x"; it should be a whole number/);
  expect(machine.run('placard', 'doctor')).toMatchObject({
    code: 1,
    said: expect.stringContaining('DELIVERY_PORT is "80x"'),
  });
  machine.shell("sed -i 's/^DELIVERY_PORT=.*/DELIVERY_PORT/' /etc/placard/placard.env");
  expect(machine.run('placard', 'doctor').said).toMatch(/placard\.env:\n {2}- line \d+ is not NAME=value/);
  machine.shell("sed -i '/^DELIVERY_PORT/d' /etc/placard/placard.env; systemctl reset-failed placard");
  machine.run('systemctl', 'restart', 'placard');
  await machine.untilSaid(READY);
});

it('finds no fault in itself, and backs up by its command', () => {
  expect(machine.run('placard', 'doctor')).toMatchObject({
    code: 0,
    said: expect.stringContaining('No fault was found.'),
  });
  machine.shell('install -d -o placard /var/tmp/backups');
  expect(machine.run('placard', 'backup', '/var/tmp/backups')).toMatchObject({ code: 0 });
  expect(machine.run('stat', '-c', '%U', '/var/tmp/backups').said).toBe('placard');
  expect(machine.run('placard', '--version').said).toBe('0.0.1');
});

it('is installed a second time, while it runs, and goes on with what it had', async () => {
  expect(machine.install(debs.first)).toMatchObject({ code: 0 });
  await machine.untilSaid(READY);
  expect(signIn()).toBe(200);
});

it('is upgraded while it runs: backed up, migrated, nothing lost, settings kept', async () => {
  expect(machine.install(debs.later)).toMatchObject({ code: 0 });
  const journal = await machine.untilSaid(READY);
  expect(journal).toContain(`Brought the database to ${laterMigration}.`);
  expect(machine.shell('ls -d /var/lib/placard.before-upgrade/placard-*/manifest.json').code).toBe(0);
  expect([signIn(), machine.run('placard', '--version').said]).toEqual([200, '0.0.2']);
  expect(machine.run('grep', '-c', EMAIL, '/etc/placard/placard.env').said).toBe('1');
});

it('refuses data of a newer release after a downgrade, touching nothing', async () => {
  expect(machine.install(debs.first)).toMatchObject({ code: 0 });
  await machine.untilSaid(new RegExp(laterMigration));
  machine.run('systemctl', 'reset-failed', 'placard');
  expect(machine.install(debs.later)).toMatchObject({ code: 0 });
  await machine.untilSaid(READY);
  expect(signIn()).toBe(200);
});

it("says so when the data folder is somebody else's", async () => {
  machine.shell('systemctl stop placard; chown root:root /var/lib/placard; chmod 0755 /var/lib/placard');
  expect(machine.run('placard', 'start')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/may not be written by this user.*chown/),
  });
  machine.shell('chown placard:placard /var/lib/placard; chmod 0750 /var/lib/placard');
  machine.run('systemctl', 'start', 'placard');
  await machine.untilSaid(READY);
});

it('is not taken from under what something else than its unit started', () => {
  machine.run(
    'systemd-run',
    '--unit=another',
    '/usr/lib/placard/bin/node',
    '-e',
    'setInterval(() => {}, 1000)',
  );
  const { code, said } = machine.run('dpkg', '--remove', 'placard');
  expect(code).not.toBe(0);
  expect(said).toMatch(
    /Placard still runs, started by something other than placard.service \(processes \d+\)/,
  );
  machine.run('systemctl', 'stop', 'another');
});

it('is removed with its settings and data kept, and goes on when it is installed again', async () => {
  expect(machine.run('dpkg', '--remove', 'placard')).toMatchObject({ code: 0 });
  expect(
    machine.shell('ls /etc/placard/placard.env /var/lib/placard/secret.key /usr/lib/placard').said,
  ).toMatch(/cannot access '\/usr\/lib\/placard'/);
  expect(machine.install(debs.later)).toMatchObject({ code: 0 });
  await machine.untilSaid(READY);
  expect(signIn()).toBe(200);
});

it('is purged while it runs: nothing of it is left but the data, which it names', () => {
  const { code, said } = machine.run('dpkg', '--purge', 'placard');
  expect([code, processesLeft()]).toEqual([0, '0']);
  expect(said).toContain(
    'Left, with the ledger, documents and keys in it: /var/lib/placard /var/lib/placard.before-upgrade',
  );
  const ours = [...machine.paths()].filter((path) => !bare.has(path));
  const left = ours.filter((path) => !/^\/var\/lib\/placard(\.before-upgrade)?(\/|$)/.test(path));
  expect(left.filter((path) => /placard/.test(path))).toEqual([]);
  say(`left outside of the data folder: ${left.join(' ') || 'nothing'}`);
  expect(machine.run('systemctl', 'status', 'placard').said).toMatch(/could not be found/);
  expect(machine.run('dpkg', '--purge', 'placard').code).toBe(0);
});
