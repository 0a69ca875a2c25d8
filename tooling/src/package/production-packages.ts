/** An entry of `packages` in package-lock.json, as far as it is read here. */
export interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  /** Of a link: the workspace's folder. */
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

export type Lock = Readonly<Record<string, LockEntry>>;

export interface Platform {
  readonly os: string;
  readonly cpu: string;
  readonly libc: string;
}

export interface ProductionPackage {
  /** Relative to the project, such as `node_modules/pg`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Where Node finds a package that a file in `from` asks for. */
function locate(lock: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (lock[path] !== undefined) return path;
    if (at === '') return undefined;
  }
}

function fits({ os, cpu, libc }: LockEntry, platform: Platform): boolean {
  return (
    (os?.includes(platform.os) ?? true) &&
    (cpu?.includes(platform.cpu) ?? true) &&
    (libc?.includes(platform.libc) ?? true)
  );
}

/**
 * Every package that these workspaces run with on this platform: dependencies of dependencies, without anything that
 * only builds or tests. Sorted by path. @throws Error where the lock lacks one
 */
export function productionPackages(
  lock: Lock,
  workspaces: readonly string[],
  platform: Platform,
): ProductionPackage[] {
  const found = new Set<string>();
  const visit = (from: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = lock[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = locate(lock, from, name);
      const entry = path === undefined ? undefined : lock[path];
      if (path === undefined || entry === undefined) {
        if (Object.hasOwn(optionalDependencies, name)) continue;
        throw new Error(`package-lock.json has no ${name}, which ${from} needs.`);
      }
      // Workspaces are named all together by whoever asks.
      if (entry.link === true || found.has(path) || !fits(entry, platform)) continue;
      found.add(path);
      visit(path);
    }
  };
  for (const workspace of workspaces) visit(workspace);
  return [...found].sort().map((path) => ({
    path,
    name: nameOf(path),
    version: lock[path]?.version ?? '',
    licence: lock[path]?.license ?? 'see its folder',
  }));
}
