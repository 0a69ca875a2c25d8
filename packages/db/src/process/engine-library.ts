import { createRequire } from 'node:module';

/** The kinds of machine that there is an embedded ClickHouse for, each with the package that has its library. */
const LIBRARIES: Readonly<Record<string, string>> = {
  'linux-x64': '@chdb/lib-linux-x64-gnu',
  'linux-arm64': '@chdb/lib-linux-arm64-gnu',
  'darwin-x64': '@chdb/lib-darwin-x64',
  'darwin-arm64': '@chdb/lib-darwin-arm64',
};

const locate = createRequire(import.meta.url).resolve;

function isInstalled(name: string): boolean {
  try {
    locate(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

/** What to do without it: everything but the embedded reports runs. */
export const OTHER_ENGINE =
  'Set CLICKHOUSE_URL to a ClickHouse server, which then holds the reports; everything else runs here.';

/**
 * Why reports can't be embedded on this machine: npm leaves a library out that its registry does not have, without a word.
 * @param machine `linux-arm64` @returns a sentence; undefined where the library is there
 */
export function missingEngineLibrary(
  machine = `${process.platform}-${process.arch}`,
  installed: (name: string) => boolean = isInstalled,
): string | undefined {
  const name = LIBRARIES[machine];
  if (name === undefined)
    return `Embedded reports need ClickHouse as a library, and for ${machine} there is none.`;
  if (installed(name)) return undefined;
  return `Embedded reports need ClickHouse as a library, and the one for ${machine} (${name}) is not installed: npm did not find it.`;
}
