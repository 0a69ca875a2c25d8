/** A file of texts as the build compiles it. */
export type Catalogue = Readonly<Record<string, unknown>>;

/** Files of other languages than English, fetched only by those who read them. */
const FILES = import.meta.glob<{ default: Catalogue }>([
  '../**/*.??.json',
  '../../../../packages/texts/src/*.??.json',
  '!../**/*.en.json',
  '!../../../../packages/texts/src/*.en.json',
]);

/** By "adReports.de", as the file ad-reports.de.json is called in the code. */
const BY_NAME = new Map(
  Object.entries(FILES).map(([path, load]) => [
    path.replace(/^.*\/|\.json$/g, '').replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    load,
  ]),
);

export async function loadCatalogue(language: string, namespace: string): Promise<Catalogue> {
  const load = BY_NAME.get(`${namespace}.${language}`);
  return load === undefined ? {} : (await load()).default;
}
