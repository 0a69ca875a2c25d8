import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SETTINGS_FILE } from '@placard/db/process/commands';
import { INSTALLED_COMMANDS } from '../installed/commands.ts';
import type { Installation } from '../installed/installation.ts';
import { Refusal } from '../launcher/refusal.ts';
import { controlText, copyrightText, debianChangelog, manualPage } from './deb-texts.ts';
import { HOME, LAUNCHER } from './places.ts';
import type { ProductionPackage } from './production-packages.ts';
import { entriesBelow, stageProduct } from './stage.ts';

/** Node's names of processors, as Debian calls them. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** xz at its middle: the last tenth of the size would take most of the time. */
const PACKING = { xz: ['-Zxz', '-z3'], gzip: ['-Zgzip', '-z1'] } as const;

export interface DebOrder {
  readonly root: string;
  /** Where the package goes, and the folders that it is made in. */
  readonly out: string;
  readonly version: string;
  /** `gzip` for tests, at its fastest: packed in a tenth of the time. */
  readonly compression: 'xz' | 'gzip';
  readonly say: (sentence: string) => void;
  /** Called with the product's folder before it is packed; tests put a later release's parts there. */
  readonly alter?: (product: string) => void;
}

export function debArchitecture(processor: string = process.arch): string {
  const found = ARCHITECTURES[processor];
  if (found === undefined || process.platform !== 'linux')
    throw new Refusal(
      `There is no Debian package for ${process.platform}-${processor}; for ${Object.keys(ARCHITECTURES).join(' and ')} on Linux there is.`,
    );
  return found;
}

/** @throws Refusal with what the program said */
function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status === 0) return stdout;
  const faults = stderr.split('\n').filter((line) => !line.includes('warning:'));
  const why =
    error === undefined
      ? faults.join('\n').trim()
      : `${error.message}. Is it installed? apt install dpkg-dev`;
  throw new Refusal(`${program} failed: ${why}`);
}

function write(path: string, content: string | Buffer, mode = 0o644): void {
  writeFileSync(path, content);
  chmodSync(path, mode);
}

/** Programs and libraries of the machine's own kind, for which the libraries they need are looked up. */
function binariesBelow(folder: string): string[] {
  const isOne = /\.(so(\.[\d.]+)?|node)$|\/bin\/[^/]+$/;
  return entriesBelow(folder)
    .filter(({ entry, path }) => entry.isFile() && isOne.test(path))
    .map(({ path }) => path)
    .filter((path) => readFileSync(path).subarray(0, 4).toString('latin1') === '\x7fELF');
}

/** What the system has to bring, as Debian's own tool reads it from the binaries: `libc6 (>= 2.28), …`. */
function sharedLibraries(work: string, tree: string): string {
  const workshop = join(work, 'shlibs');
  mkdirSync(join(workshop, 'debian'), { recursive: true });
  writeFileSync(join(workshop, 'debian/control'), 'Source: placard\n\nPackage: placard\nArchitecture: any\n');
  const binaries = binariesBelow(join(tree, HOME));
  const folders = [...new Set(binaries.map((path) => `-l${path.slice(0, path.lastIndexOf('/'))}`))];
  const said = run(
    'dpkg-shlibdeps',
    ['-O', '--ignore-missing-info', '--warnings=0', ...folders, ...binaries],
    workshop,
  );
  return said.trim().replace(/^shlibs:Depends=/, '');
}

function addDocuments(order: DebOrder, tree: string, packages: readonly ProductionPackage[]): void {
  const { root, version } = order;
  const documents = join(tree, 'usr/share/doc/placard');
  mkdirSync(join(documents, 'examples'), { recursive: true });
  const debian = join(root, 'deploy/debian');
  const changes = debianChangelog(version, new Date(statSync(join(root, 'CHANGELOG.md')).mtimeMs));
  write(join(documents, 'changelog.gz'), gzipSync(changes, { level: 9 }));
  write(join(documents, 'copyright'), copyrightText(packages));
  // As they lie in a checkout: they link to each other, and programs name them (docs/runbooks/full-disk.md).
  for (const name of ['README.md', 'CHANGELOG.md', 'SECURITY.md'])
    write(join(documents, name), readFileSync(join(root, name)));
  cpSync(join(root, 'docs'), join(documents, 'docs'), { recursive: true });
  for (const folder of ['nginx', 'caddy'])
    cpSync(join(root, 'deploy', folder), join(documents, 'examples', folder), { recursive: true });
  mkdirSync(join(tree, 'usr/share/man/man1'), { recursive: true });
  const manual = manualPage(version, INSTALLED_COMMANDS);
  write(join(tree, 'usr/share/man/man1/placard.1.gz'), gzipSync(manual, { level: 9 }));
  mkdirSync(join(tree, 'usr/share/lintian/overrides'), { recursive: true });
  write(join(tree, 'usr/share/lintian/overrides/placard'), readFileSync(join(debian, 'lintian-overrides')));
}

function addSystemFiles(order: DebOrder, tree: string): void {
  const debian = join(order.root, 'deploy/debian');
  for (const folder of ['usr/bin', 'lib/systemd/system', 'etc/placard'])
    mkdirSync(join(tree, folder), { recursive: true });
  write(join(tree, 'usr/bin/placard'), LAUNCHER, 0o755);
  write(join(tree, 'lib/systemd/system/placard.service'), readFileSync(join(debian, 'placard.service')));
  write(join(tree, 'etc/placard/placard.env'), readFileSync(join(debian, 'placard.env')), 0o640);
}

/** Kilobytes as dpkg counts them: each file to the next whole one, one for each folder and link. */
function installedKilobytes(tree: string): number {
  let kilobytes = 0;
  for (const { entry, path } of entriesBelow(tree))
    kilobytes += entry.isFile() ? Math.ceil(statSync(path).size / 1024) : 1;
  return kilobytes;
}

function md5sums(tree: string): string {
  const files = entriesBelow(tree).filter(({ entry }) => entry.isFile());
  const paths = files.map(({ path }) => path.slice(tree.length + 1)).sort();
  const lines = paths
    .filter((path) => !/^(etc|DEBIAN)\//.test(path))
    .map(
      (path) =>
        `${createHash('md5')
          .update(readFileSync(join(tree, path)))
          .digest('hex')}  ${path}\n`,
    );
  return lines.join('');
}

function addControl(order: DebOrder, tree: string, depends: string): void {
  const control = join(tree, 'DEBIAN');
  const [installedSize, sums] = [installedKilobytes(tree), md5sums(tree)];
  const architecture = debArchitecture();
  write(
    join(control, 'control'),
    controlText({ version: order.version, architecture, depends, installedSize }),
  );
  write(join(control, 'conffiles'), '/etc/placard/placard.env\n');
  write(join(control, 'md5sums'), sums);
  for (const name of ['postinst', 'prerm', 'postrm']) {
    copyFileSync(join(order.root, 'deploy/debian', name), join(control, name));
    chmodSync(join(control, name), 0o755);
  }
}

/** What an installed Debian package starts with where nobody says otherwise. */
export function debInstallation(version: string): Installation {
  return {
    version,
    as: 'service',
    defaults: { PLACARD_DATA_DIR: '/var/lib/placard', PLACARD_LOG_DIR: '/var/log/placard' },
    user: 'placard',
    settingsFile: SETTINGS_FILE,
  };
}

/** Builds the Debian package of this checkout for this machine's architecture. @returns its path */
export function buildDeb(order: DebOrder): string {
  const { root, out, version, compression, say } = order;
  const name = `placard_${version}_${debArchitecture()}`;
  const work = join(out, `${name}.parts`);
  rmSync(work, { recursive: true, force: true });
  const tree = join(work, 'tree');
  say('Putting together what runs …');
  const packages = stageProduct(root, join(tree, HOME), debInstallation(version));
  order.alter?.(join(tree, HOME));
  addSystemFiles(order, tree);
  addDocuments(order, tree, packages);
  mkdirSync(join(tree, 'DEBIAN'));
  addControl(order, tree, sharedLibraries(work, tree));
  // Its own folders too, whatever the umask was.
  for (const { entry, path } of entriesBelow(tree)) if (entry.isDirectory()) chmodSync(path, 0o755);
  chmodSync(tree, 0o755);
  say('Packing …');
  const file = join(out, `${name}.deb`);
  run('dpkg-deb', ['--root-owner-group', ...PACKING[compression], '--build', tree, file], work);
  rmSync(work, { recursive: true });
  return file;
}
