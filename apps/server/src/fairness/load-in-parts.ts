import { readFile } from 'node:fs/promises';
import { createRequire, findPackageJSON } from 'node:module';
import { setImmediate } from 'node:timers/promises';

type Manifest = { readonly dependencies?: Readonly<Record<string, string>> };

const underWay = new Map<string, Promise<void>>();

/**
 * Loads a package that is needed only now and then, when it is needed. By itself `import()` runs everything below the package
 * in one stretch, 80 to 160 ms of a processor for the 24 packages that passkeys take; here each of these is loaded by itself before, those
 * first that need no others, and other calls have their turn in between.
 * @param load imports it: `async () => await import('name')`
 * @param base from where the name is looked up
 */
export async function loadInParts<Loaded>(
  name: string,
  load: () => Promise<Loaded>,
  base: string = import.meta.url,
): Promise<Loaded> {
  const known = underWay.get(name);
  const parts = known ?? loadBelow(findPackageJSON(name, base), new Set());
  if (known === undefined) underWay.set(name, parts);
  await parts;
  return await load();
}

async function loadBelow(manifestPath: string | undefined, seen: Set<string>): Promise<void> {
  if (manifestPath === undefined) return;
  const { dependencies = {} } = JSON.parse(await readFile(manifestPath, 'utf8')) as Manifest;
  const require = createRequire(manifestPath);
  for (const name of Object.keys(dependencies)) {
    const below = manifestOf(name, manifestPath);
    if (below === undefined || seen.has(below)) continue;
    seen.add(below);
    await loadBelow(below, seen);
    try {
      require(name);
    } catch {
      // Nobody may need it this way: what is missing is said by the import of whoever needs it.
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
