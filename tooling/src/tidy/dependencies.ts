import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-tree.ts';

/** Compatible with giving Placard out under Apache-2.0. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'MPL-2.0',
]);
/** Loaded as a library of its own, replaceable by whoever runs it, as the LGPL asks. */
const LGPL_LIBRARIES = /^@img\/sharp-/;
/** Packages whose manifest names no licence, with what their LICENSE file says. */
const READ_BY_HAND: ReadonlyMap<string, string> = new Map([['png-js', 'MIT']]);

export interface Dependency {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; undefined where the manifest has none. */
  readonly licence: string | undefined;
}

/** Whether an SPDX expression lets us: one side of an OR is enough, every side of an AND is needed. */
function isAllowed(expression: string, name: string): boolean {
  // Some packages write the operators in small letters.
  const plain = expression
    .replace(/^\((.*)\)$/, '$1')
    .replace(/ (or|and) /g, (operator) => operator.toUpperCase());
  if (plain.includes(' OR ')) return plain.split(' OR ').some((side) => isAllowed(side.trim(), name));
  if (plain.includes(' AND ')) return plain.split(' AND ').every((side) => isAllowed(side.trim(), name));
  return ALLOWED.has(plain) || (plain === 'LGPL-3.0-or-later' && LGPL_LIBRARIES.test(name));
}

/** The dependencies that may not be given out with Placard, as `name@version: licence`. */
export function refusedLicences(dependencies: readonly Dependency[]): string[] {
  return dependencies.flatMap(({ name, version, licence }) => {
    const known = licence ?? READ_BY_HAND.get(name);
    return known !== undefined && isAllowed(known, name)
      ? []
      : [`${name}@${version}: ${known ?? 'no licence named'}`];
  });
}

interface LockEntry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

type Lock = Readonly<Record<string, LockEntry>>;

export function readLock(): Lock {
  return (JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { readonly packages: Lock })
    .packages;
}

/**
 * Packages for other platforms that the lock file lost, as npm loses them when it can't reach one of them.
 * `npm ci` then refuses everything ("not in sync"), on every machine.
 */
export function lostPlatforms(lock: Lock): string[] {
  const present = new Set(
    Object.keys(lock).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  return Object.values(lock).flatMap((entry) =>
    Object.keys(entry.optionalDependencies ?? {}).filter((name) => !present.has(name)),
  );
}

/** Everything that runs in production, of all platforms, as the lock file has it. */
export function productionDependencies(): Dependency[] {
  return Object.entries(readLock()).flatMap(([path, entry]) => {
    const name = /^(?:.*\/)?node_modules\/(.+)$/.exec(path)?.[1];
    if (name === undefined || entry.dev === true || entry.link === true) return [];
    return [{ name, version: entry.version ?? '', licence: entry.license }];
  });
}

/** Dependencies written as a range: two installs could then differ. */
export function rangedVersions(manifests: Readonly<Record<string, string>>): string[] {
  return Object.entries(manifests).flatMap(([path, text]) => {
    const manifest = JSON.parse(text) as Readonly<
      Record<string, Readonly<Record<string, string>> | undefined>
    >;
    const all = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.devDependencies,
    };
    return Object.entries(all).flatMap(([name, version]) =>
      /^\d+\.\d+\.\d+/.test(version) ? [] : [`${path}: ${name} ${version}`],
    );
  });
}

/** What stands in `dependencies` and `optionalDependencies` of a workspace other than workspaces of our own: `name | licence | workspaces`. */
export function runtimeDependencies(manifests: Readonly<Record<string, string>>, lock: Lock): string[] {
  const users = new Map<string, string[]>();
  for (const [path, text] of Object.entries(manifests)) {
    const workspace = path === 'package.json' ? 'all' : (path.split('/').at(-2) ?? path);
    const { dependencies, optionalDependencies } = JSON.parse(text) as {
      readonly dependencies?: Record<string, string>;
      readonly optionalDependencies?: Record<string, string>;
    };
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (each) => !each.startsWith('@placard/'),
    ))
      users.set(name, [...(users.get(name) ?? []), workspace]);
  }
  return [...users]
    .map(([name, names]) => {
      const licence = lock[`node_modules/${name}`]?.license ?? READ_BY_HAND.get(name) ?? 'unknown';
      return `${name} | ${licence} | ${names.toSorted().join(', ')}`;
    })
    .toSorted();
}

/** The rows of a table with the columns package, for, licence, in, written alike. */
export function describedDependencies(markdown: string): string[] {
  return [...markdown.matchAll(/^\| `([^`]+)` \| [^|]*[^|\s][^|]* \| ([^|]+) \| ([^|]+) \|$/gm)]
    .map(([, name, licence, users]) => `${name} | ${licence} | ${users}`)
    .toSorted();
}
