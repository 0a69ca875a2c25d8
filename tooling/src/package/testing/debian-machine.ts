import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { vi } from 'vitest';

export interface Outcome {
  readonly code: number;
  /** What it said, errors among it. */
  readonly said: string;
}

/** Programs that the test needs, and the packages of Debian that bring them. */
const PARTS = {
  mmdebstrap: 'mmdebstrap',
  'systemd-nspawn': 'systemd-container',
  'systemd-analyze': 'systemd',
  nsenter: 'util-linux',
  lintian: 'lintian',
  'dpkg-shlibdeps': 'dpkg-dev',
};
/** What Debian's smallest system lacks of a server: an init, and what the package depends on. */
const INCLUDED = 'systemd,systemd-sysv,dbus,adduser,libstdc++6,netbase,iproute2';
const SYSTEM_PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

/** What is missing here for a Debian of our own, each with the command that brings it; empty where nothing is. */
export function missingParts(parts: Readonly<Record<string, string>> = PARTS): string[] {
  const missing = Object.entries(parts).filter(
    ([program]) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0,
  );
  const said = missing.map(([program, name]) => `${program} (apt-get install ${name})`);
  return process.getuid?.() === 0 ? said : [...said, 'root, to start a Debian in namespaces of its own'];
}

/** This machine's Debian. */
export function codename(): string {
  return /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
}

/** A Debian that systemd runs, with a network, processes and files of its own: nothing of it is this machine's. */
export class DebianMachine {
  readonly root: string;
  #nspawn: ChildProcess | undefined;
  #leader = '';

  private constructor(root: string) {
    this.root = root;
  }

  static async boot(): Promise<DebianMachine> {
    const machine = new DebianMachine(mkdtempSync(join(tmpdir(), 'placard-debian-')));
    const { root } = machine;
    const bootstrap = ['--quiet', '--variant=minbase', `--include=${INCLUDED}`, codename(), root];
    const made = spawnSync('mmdebstrap', bootstrap, { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`mmdebstrap: ${made.stderr}`);
    writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
    const options = ['--boot', '--register=no', '--keep-unit', '--private-network', '--link-journal=no'];
    const started = spawn('systemd-nspawn', ['-D', root, '--console=pipe', ...options], {
      detached: true,
      stdio: 'ignore',
    });
    machine.#nspawn = started;
    await vi.waitFor(
      () => {
        const children = readFileSync(`/proc/${started.pid}/task/${started.pid}/children`, 'utf8');
        machine.#leader = children.trim().split(' ')[0] ?? '';
        const { said } = machine.run('systemctl', 'is-system-running');
        if (!/running|degraded/.test(said)) throw new Error(`systemd is ${said}`);
      },
      { timeout: 60_000, interval: 250 },
    );
    return machine;
  }

  /** Runs a program there as root. */
  run(program: string, ...args: string[]): Outcome {
    const environment = ['-i', `PATH=${SYSTEM_PATH}`, 'HOME=/root', 'DEBIAN_FRONTEND=noninteractive'];
    const words = ['-t', this.#leader, '-a', 'env', ...environment, program, ...args];
    const { status, stdout, stderr } = spawnSync('nsenter', words, {
      encoding: 'utf8',
      maxBuffer: 50_000_000,
    });
    return { code: status ?? -1, said: `${stdout}${stderr}`.trim() };
  }

  shell(script: string): Outcome {
    return this.run('sh', '-c', script);
  }

  /** Installs a package that lies on this machine. */
  install(deb: string): Outcome {
    copyFileSync(deb, join(this.root, 'var/tmp', basename(deb)));
    const outcome = this.run('dpkg', '--install', `/var/tmp/${basename(deb)}`);
    rmSync(join(this.root, 'var/tmp', basename(deb)));
    return outcome;
  }

  /** What the service has said since it was started last. */
  journal(): string {
    const { said } = this.run('systemctl', 'show', '-P', 'InvocationID', 'placard');
    return this.run('journalctl', '--no-pager', '-o', 'cat', `_SYSTEMD_INVOCATION_ID=${said}`).said;
  }

  async untilSaid(text: RegExp): Promise<string> {
    return await vi.waitFor(
      () => {
        const journal = this.journal();
        if (!text.test(journal)) throw new Error(`The service has not said ${text} but: ${journal}`);
        return journal;
      },
      { timeout: 120_000, interval: 250 },
    );
  }

  /** Every file, folder and link there, without what the kernel shows and what lives no longer than a boot. */
  paths(): Set<string> {
    const skipped = '/proc /sys /dev /run /tmp /var/tmp /var/log/journal'.split(' ');
    const prune = skipped.map((path) => `-path ${path} -prune`).join(' -o ');
    return new Set(this.shell(`find / ${prune} -o -print`).said.split('\n'));
  }

  async end(): Promise<void> {
    if (this.#nspawn !== undefined && this.#nspawn.exitCode === null) {
      // The first of its processes: with it the kernel ends all of them, and so systemd-nspawn.
      if (this.#leader !== '') process.kill(Number(this.#leader), 'SIGKILL');
      else this.#nspawn.kill('SIGKILL');
      await once(this.#nspawn, 'exit');
    }
    rmSync(this.root, { recursive: true, force: true });
  }
}
