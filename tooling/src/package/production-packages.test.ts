import { expect, it } from 'vitest';
import { type Lock, productionPackages } from './production-packages.ts';

const LINUX = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const LOCK: Lock = {
  '': {},
  'apps/server': { dependencies: { pg: '1', '@own/db': '1', engine: '1' } },
  'apps/web': { dependencies: { react: '1' } },
  'packages/db': { dependencies: { pg: '2' } },
  'node_modules/@own/db': { link: true, resolved: 'packages/db' },
  'packages/db/node_modules/pg': { version: '2', license: 'MIT', dependencies: { pool: '1' } },
  'node_modules/pg': { version: '1', license: 'ISC' },
  'node_modules/react': { version: '1', license: 'MIT' },
  'node_modules/pool': { version: '1', dependencies: { pg: '1' } },
  'node_modules/engine': {
    version: '1',
    optionalDependencies: { 'lib-x': '1', 'lib-arm': '1', 'lib-musl': '1', none: '1' },
  },
  'node_modules/lib-x': { version: '1', os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  'node_modules/lib-musl': { version: '1', os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'node_modules/lib-arm': { version: '1', os: ['linux'], cpu: ['arm64'] },
};
const pathsOf = (workspaces: readonly string[], platform = LINUX) =>
  productionPackages(LOCK, workspaces, platform).map(({ path }) => path);

it('finds what runs, nearest first as Node does, and nothing of other workspaces', () => {
  expect(pathsOf(['apps/server', 'packages/db'])).toEqual([
    'node_modules/engine',
    'node_modules/lib-x',
    'node_modules/pg',
    'node_modules/pool',
    'packages/db/node_modules/pg',
  ]);
});

it('takes the parts of the platform', () => {
  expect(pathsOf(['apps/server'], { ...LINUX, cpu: 'arm64' })).toEqual([
    'node_modules/engine',
    'node_modules/lib-arm',
    'node_modules/pg',
  ]);
});

it('says name, version and licence', () => {
  expect(productionPackages(LOCK, ['packages/db'], LINUX).at(-1)).toEqual({
    path: 'packages/db/node_modules/pg',
    name: 'pg',
    version: '2',
    licence: 'MIT',
  });
});

it('misses what is needed and not in the lock', () => {
  expect(() =>
    productionPackages({ 'apps/server': { dependencies: { pg: '1' } } }, ['apps/server'], LINUX),
  ).toThrow(/no pg, which apps\/server needs/);
});
