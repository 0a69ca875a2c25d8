import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  describedDependencies,
  lostPlatforms,
  productionDependencies,
  rangedVersions,
  readLock,
  refusedLicences,
  runtimeDependencies,
} from './tidy/dependencies.ts';
import { ROOT } from './tidy/source-tree.ts';

function manifests(): Record<string, string> {
  const folders = ['.', 'e2e', 'bench', 'tooling'];
  for (const top of ['apps', 'packages'])
    folders.push(...readdirSync(join(ROOT, top)).map((name) => `${top}/${name}`));
  const paths = folders
    .map((folder) => join(folder, 'package.json'))
    .filter((path) => existsSync(join(ROOT, path)));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

it('gives out nothing whose licence forbids it', () => {
  const dependencies = productionDependencies();
  expect(dependencies.length).toBeGreaterThan(100);
  expect(refusedLicences(dependencies)).toEqual([]);
});

it('reads licence expressions', () => {
  const refused = (licence: string | undefined, name = 'thing') =>
    refusedLicences([{ name, version: '1.0.0', licence }]);
  expect(refused('(MIT OR GPL-3.0-only)')).toEqual([]);
  expect(refused('MIT or MPL-2.0')).toEqual([]);
  expect(refused('MIT AND ISC')).toEqual([]);
  expect(refused('MIT AND GPL-2.0-only')).toEqual(['thing@1.0.0: MIT AND GPL-2.0-only']);
  expect(refused('AGPL-3.0-only')).toHaveLength(1);
  expect(refused('LGPL-3.0-or-later')).toHaveLength(1);
  expect(refused('LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64')).toEqual([]);
  expect(refused(undefined)).toEqual(['thing@1.0.0: no licence named']);
});

it('pins every dependency to one version', () => {
  expect(rangedVersions(manifests())).toEqual([]);
  for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies'])
    expect(rangedVersions({ 'a/package.json': JSON.stringify({ [kind]: { b: '^1.0.0' } }) })).toEqual([
      'a/package.json: b ^1.0.0',
    ]);
});

it('locks the packages of every platform, without which npm ci refuses', () => {
  expect(lostPlatforms(readLock())).toEqual([]);
  const lock = {
    'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0', 'a-mac': '1.0.0' } },
    'node_modules/a-linux': {},
  };
  expect(lostPlatforms(lock)).toEqual(['a-mac']);
});

it('says of every runtime dependency what it is for, under which licence and where, and of nothing else', () => {
  const described = describedDependencies(readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8'));
  expect(described).toEqual(runtimeDependencies(manifests(), readLock()));
});

it('finds a dependency that is not described, one that is gone and one without a purpose', () => {
  const manifest = { 'apps/a/package.json': '{"dependencies":{"b":"1.0.0","@placard/db":"0.1.0"}}' };
  const lock = { 'node_modules/b': { license: 'MIT' } };
  expect(runtimeDependencies(manifest, lock)).toEqual(['b | MIT | a']);
  expect(describedDependencies('| `b` | all sorts | MIT | a |\n| `c` | nothing | ISC | a |')).toEqual([
    'b | MIT | a',
    'c | ISC | a',
  ]);
  expect(describedDependencies('| `b` |  | MIT | a |')).toEqual([]);
});
