import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Entry = {
  readonly version?: string;
  readonly integrity?: string;
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
