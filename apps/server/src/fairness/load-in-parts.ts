import { readFile } from 'node:fs/promises';
import { createRequire, findPackageJSON } from 'node:module';
import { setImmediate } from 'node:timers/promises';

type Manifest = { readonly dependencies?: Readonly<Record<string, string>> };

const underWay = new Map<string, Promise<void>>();

/**
 * Loads a package that is needed only now and then, when it is needed. By itself `import()` runs everything below the package
 * in one stretch, 80 to 160 ms of a processor for the 24 packages that passkeys take; here each of these is loaded by itself before, those
 * first that need no others, and other calls have their turn in between. One that fails alone, because it wants another beside it, is tried
 * once more when all others are there.
 * @param load imports it: `async () => await import('name')`; where it has parts of its own kind for `require`, that reads none of them twice
 * @param base from where the name is looked up
 */
export async function loadInParts<Loaded>(
  name: string,
  load: () => Promise<Loaded>,
  base: string = import.meta.url,
): Promise<Loaded> {
  const known = underWay.get(name);
  const parts = known ?? loadAllBelow(findPackageJSON(name, base));
  if (known === undefined) underWay.set(name, parts);
  await parts;
  return await load();
}

async function loadAllBelow(manifestPath: string | undefined): Promise<void> {
  if (manifestPath === undefined) return;
  const failed: (() => unknown)[] = [];
  await loadBelow(manifestPath, new Set(), failed);
  for (const load of failed) {
    try {
      load();
    } catch {
      // Nobody may need it this way: what is missing is said by the import of whoever needs it.
    }
    await setImmediate();
  }
}

async function loadBelow(manifestPath: string, seen: Set<string>, failed: (() => unknown)[]): Promise<void> {
  const { dependencies = {} } = JSON.parse(await readFile(manifestPath, 'utf8')) as Manifest;
  const require = createRequire(manifestPath);
  for (const name of Object.keys(dependencies)) {
    const below = manifestOf(name, manifestPath);
    if (below === undefined || seen.has(below)) continue;
    seen.add(below);
    await loadBelow(below, seen, failed);
    try {
      require(name);
    } catch {
      failed.push(() => require(name));
    }
    await setImmediate();
  }
}

function manifestOf(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, from);
  } catch {
    return undefined;
  }
}
