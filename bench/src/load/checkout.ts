import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A tree of the project that is measured: this one, or an earlier commit's beside it. */
export type Checkout = {
  /** As figures call it: `now`, or the commit's short hash. */
  readonly name: string;
  /** Absolute. */
  readonly root: string;
  /** Removes what was laid out for the measurement. */
  readonly remove: () => Promise<void>;
};

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export const NOW: Checkout = { name: 'now', root: ROOT, remove: async () => undefined };

/** Imports a module of that checkout, which has its own migrations, network and programs. */
export function importFrom<Module>(checkout: Checkout, path: string): Promise<Module> {
  return import(join(checkout.root, path)) as Promise<Module>;
}

/**
 * Lays out a commit in a temporary folder. Its dependencies are those of this checkout where both lock the same
 * versions, else they are installed.
 * @throws an Error in git's words when there is no such commit
 */
export async function checkOut(commit: string): Promise<Checkout> {
  const { stdout } = await run('git', ['rev-parse', '--short', '--verify', `${commit}^{commit}`], {
    cwd: ROOT,
  });
  const root = await mkdtemp(join(tmpdir(), 'placard-commit-'));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    // An archive, not a work tree of git's: nothing has to be pruned when this process is killed.
    const archive = join(root, '.archive.tar');
    await run('git', ['archive', '--output', archive, commit], { cwd: ROOT });
    await run('tar', ['-xf', archive, '-C', root]);
    await provideDependencies(root);
  } catch (cause) {
    await remove();
    throw cause;
  }
  return { name: stdout.trim(), root, remove };
}

async function provideDependencies(root: string): Promise<void> {
  const lock = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8');
  if ((await lock(root)) !== (await lock(ROOT))) {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, maxBuffer: 2 ** 26 });
    return;
  }
  const from = join(ROOT, 'node_modules');
  const to = join(root, 'node_modules');
  await mkdir(join(to, '@placard'), { recursive: true });
  for (const entry of await readdir(from)) {
    if (entry !== '@placard') await symlink(join(from, entry), join(to, entry));
  }
  // The workspaces are that commit's own.
  for (const group of ['packages', 'apps', '.']) {
    const folders = group === '.' ? ['e2e', 'bench', 'tooling'] : await readdir(join(root, group));
    for (const folder of folders) {
      const place = join(root, group, folder);
      const { name } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
      await symlink(relative(join(to, '@placard'), place), join(to, String(name)));
    }
  }
}

/** Builds the dashboard and the tag where they are not built from what is there now. */
export async function ensureBuilt({ root }: Checkout): Promise<void> {
  const npm = (...args: string[]) => run('npm', args, { cwd: root, maxBuffer: 2 ** 26 });
  await npm('run', 'prepare', '--if-present');
  // Commits whose installation does not build.
  await access(join(root, 'apps/tag/dist/sdk.js')).catch(() => npm('run', 'build'));
}
