import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BUILDS, type Build, ensureBuilt, sourceDigest } from './builds.ts';

const build: Build = { name: 'page', workspace: 'page', inputs: ['page', 'shared'] };
let root: string;

const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const ensure = () => ensureBuilt(root, [build], process.env, () => {});

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'placard-builds-'));
  mkdirSync(join(root, 'page', 'src'), { recursive: true });
  mkdirSync(join(root, 'shared'));
  write('package.json', JSON.stringify({ name: 'root', private: true, workspaces: ['page'] }));
  write(
    'page/package.json',
    JSON.stringify({
      name: 'page',
      version: '1.0.0',
      scripts: { build: 'mkdir -p dist && cat src/a.txt > dist/a.txt' },
    }),
  );
  write('page/src/a.txt', 'one');
  write('shared/b.txt', 'b');
});
afterEach(() => rmSync(root, { recursive: true }));

it('builds what is missing, once, and again when a source changed', async () => {
  expect(await ensure()).toEqual(['page']);
  expect(await ensure()).toEqual([]);
  write('page/src/a.txt', 'two');
  expect(await ensure()).toEqual(['page']);
  expect(readFileSync(join(root, 'page/dist/a.txt'), 'utf8')).toBe('two');
  rmSync(join(root, 'page/dist'), { recursive: true });
  expect(await ensure()).toEqual(['page']);
}, 20_000);

it('builds once for two that start at the same time, and none sees it half done', async () => {
  const whole = async () => {
    const built = await ensure();
    return [built.length, readFileSync(join(root, 'page/dist/a.txt'), 'utf8')];
  };
  const results = await Promise.all([whole(), whole(), whole()]);
  expect(results.map(([count]) => count).toSorted()).toEqual([0, 0, 1]);
  expect(results.map(([, text]) => text)).toEqual(['one', 'one', 'one']);
}, 20_000);

it.runIf(process.platform === 'linux')(
  'says whose work it is where the checkout is another user’s, and starts from what is built',
  async () => {
    // Closed to everybody, root as well.
    symlinkSync('/sys/kernel', join(root, 'node_modules'));
    await expect(ensure()).rejects.toThrow(
      `The page is to be built anew, as its sources have changed, and this user may not write ${root}. Run "npm ci" there`,
    );
    mkdirSync(join(root, 'page/dist'));
    write('page/dist/.sources', sourceDigest(root, build));
    expect(await ensure()).toEqual([]);
  },
);

it('sees a change of what is shared, of a name, and of the place where two files part; not of a test', () => {
  const digests = [sourceDigest(root, build)];
  const changed = () => digests.push(sourceDigest(root, build));
  write('shared/b.txt', 'c');
  changed();
  write('shared/c.txt', '');
  changed();
  write('shared/b.txt', '');
  write('shared/c.txt', 'c');
  changed();
  expect(new Set(digests).size).toBe(4);
  write('page/src/a.test.ts', 'test');
  expect(sourceDigest(root, build)).toBe(digests.at(-1));
});

it('takes for its sources every package of ours of which something is made', () => {
  const project = fileURLToPath(new URL('../../..', import.meta.url));
  const ours = (workspace: string): string[] => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(join(project, workspace, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies', object | undefined>;
    const names = Object.keys({ ...dependencies, ...devDependencies });
    return names
      .filter((name) => name.startsWith('@placard/'))
      .flatMap((name) => {
        const folder = name.replace('@placard', 'packages');
        return [`${folder}/src`, ...ours(folder)];
      });
  };
  for (const { name, workspace, inputs } of BUILDS) {
    const missing = [workspace, ...ours(workspace)].filter((folder) => !inputs.includes(folder));
    expect([name, missing]).toEqual([name, []]);
  }
});

it('says which command failed and what it said', async () => {
  write(
    'page/package.json',
    JSON.stringify({
      name: 'page',
      version: '1.0.0',
      scripts: { build: 'echo "line 7 is wrong" && exit 1' },
    }),
  );
  await expect(ensure()).rejects.toThrow(/page could not be built.*npm run build -w page.*line 7 is wrong/s);
});
