import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

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

it('every package that is installed on Linux with an Intel or AMD processor is held by its hash', () => {
  // Those of other systems are taken when that system installs them; a registry that has them fills their hash in.
  const open = packages.filter(([, { integrity }]) => integrity === undefined);
  const here = ({ os, cpu, libc }: Entry) =>
    (os === undefined || os.includes('linux')) &&
    (cpu === undefined || cpu.includes('x64')) &&
    (libc === undefined || libc.includes('glibc'));
  expect(open.filter(([, entry]) => entry.optional !== true || here(entry)).map(([path]) => path)).toEqual(
    [],
  );
});

/**
 * Parts of these for other systems than Linux on Intel: the registry that this lock was written from did not have them, and a
 * hash from elsewhere would vouch for nothing. `npm install` on a registry that has them fills them in; the list then gets shorter.
 */
const STILL_OPEN = {
  '@biomejs/cli-':
    'android-arm64 android-x64 darwin-arm64 darwin-x64 linux-arm64-musl linux-x64-musl win32-arm64 win32-x64',
  '@chdb/lib-': 'darwin-arm64 darwin-x64 linux-arm64-gnu',
  '@oxc-parser/binding-':
    'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
};

it('the packages of other systems without a hash are those that are known to lack one, and no more', () => {
  const known = Object.entries(STILL_OPEN).flatMap(([name, systems]) =>
    systems.split(' ').map((system) => `node_modules/${name}${system}`),
  );
  const open = packages.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path);
  expect(open.toSorted()).toEqual(known.toSorted());
});

it('names no registry: each machine asks its own, and the hash says whether it answered rightly', () => {
  expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  const sound = packages.filter(([, { integrity }]) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
  expect(sound.length + Object.values(STILL_OPEN).join(' ').split(' ').length).toBe(packages.length);
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
