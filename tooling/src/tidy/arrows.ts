import type { Edge } from './import-graph.ts';
import { isTest } from './source-tree.ts';

/** The units of the house. `wire` is the part of contract that tag and delivery share. */
const UNITS = [
  'domain',
  'contract',
  'client',
  'wire',
  'texts',
  'db',
  'server',
  'delivery',
  'tag',
  'web',
  'tooling',
  'e2e',
  'bench',
] as const;
type Unit = (typeof UNITS)[number];

/** Who may import whom, besides itself. What is not here is an arrow turned round. */
const MAY_IMPORT: Readonly<Record<Unit, readonly Unit[]>> = {
  domain: [],
  wire: ['domain'],
  contract: ['wire', 'domain'],
  // Its types alone.
  client: ['contract'],
  // The texts themselves, and how they are filled.
  texts: ['domain'],
  db: ['domain'],
  // The client: in tests, which call by it.
  server: ['domain', 'contract', 'wire', 'texts', 'db', 'client'],
  delivery: ['domain', 'wire', 'texts', 'db'],
  tag: ['wire'],
  web: ['domain', 'contract', 'wire', 'texts'],
  tooling: ['domain', 'contract', 'client', 'texts', 'db'],
  e2e: UNITS,
  bench: UNITS,
};

/** Packages from outside that a unit may use; undefined: any, as its package.json says (knip holds it to that). */
const MAY_USE: Readonly<Partial<Record<Unit, RegExp>>> = {
  domain: /^$/,
  wire: /^$/,
  tag: /^$/,
  // The contract runs in the browser too.
  contract: /^(?!node:|pg$|kysely$|fastify$)/,
  web: /^(?!node:|pg$|kysely$|fastify$)/,
  // Delivery lives without anything that could make it slow; the dashboard's libraries have no place there.
  delivery: /^(?!kysely$|fastify|@orpc\/|@clickhouse\/|chdb)/,
};

/** Wire speaks bytes: it may lean on Node's crypto where a codec needs it, in files that the tag never imports. */
function mayUse(unit: Unit, specifier: string): boolean {
  if (unit === 'wire' && specifier === 'node:crypto') return true;
  return MAY_USE[unit]?.test(specifier) ?? true;
}

export function unitOf(path: string): Unit | undefined {
  if (path.startsWith('packages/contract/src/wire/')) return 'wire';
  const name = /^(?:packages|apps)\/([^/]+)\//.exec(path)?.[1] ?? /^([^/]+)\//.exec(path)?.[1];
  return UNITS.find((unit) => unit === name);
}

/** Inside web, who may import whom besides itself: screens stand on kits, kits on parts, parts on what has no look. */
const WEB_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  i18n: ['lib'],
  lib: ['i18n'],
  ui: ['lib', 'i18n'],
  kits: ['ui', 'lib', 'i18n'],
  features: ['kits', 'ui', 'lib', 'i18n'],
  app: ['features', 'kits', 'ui', 'lib', 'i18n'],
};

/** What the parts of the screen may know: neither the API nor what the product is about. Days, spans and CSV are alike everywhere. */
const CLOSED_TO_UI =
  /^packages\/contract\/|^packages\/domain\/(?!src\/(?:day-bounds|analytics\/range-preset|csv)\.ts$)|^apps\/web\/src\/lib\/api\//;

function webFault(from: string, to: string): string | undefined {
  const [, layer, own] = /^apps\/web\/src\/([^/]+)\/([^/]+)/.exec(from) ?? [];
  if (layer === undefined || isTest(from)) return undefined;
  if (layer === 'ui' && CLOSED_TO_UI.test(to))
    return 'ui knows neither API nor product: it belongs into a kit';
  const [, target, other] = /^apps\/web\/src\/([^/]+)\/([^/]+)/.exec(to) ?? [];
  if (target === undefined) return undefined;
  if (layer === 'features' && target === 'features' && own !== other) {
    return `feature ${own} imports feature ${other}`;
  }
  if (target === layer || WEB_MAY_IMPORT[layer]?.includes(target)) return undefined;
  return `${layer} imports ${target}`;
}

function fault({ from, to, external }: Edge): string | undefined {
  const unit = unitOf(from);
  if (unit === undefined) return 'belongs to no unit of the house';
  if (external) {
    const builds = !from.includes('/src/'); // build.ts, vite.config.ts: not part of what is built
    return isTest(from) || builds || mayUse(unit, to) ? undefined : `${unit} may not use the package`;
  }
  if (/(^|\/)main(-[a-z-]+)?\.tsx?$/.test(to) && !launchesIt(unit, from)) return 'nobody imports a main';
  const target = unitOf(to);
  if (target === undefined) return 'leads out of the house';
  // Tests of an app may use what the tooling offers to tests, such as a browser or a running Placard.
  if (target === 'tooling' && isTest(from)) return undefined;
  if (target !== unit && !MAY_IMPORT[unit].includes(target)) return `${unit} may not import ${target}`;
  return webFault(from, to);
}

/** These start mains as processes, by their URL; a main's own test does too. */
function launchesIt(unit: Unit, from: string): boolean {
  return isTest(from) || unit === 'tooling' || unit === 'bench' || unit === 'e2e';
}

/** Every import that the house forbids, as `file → target: why`. */
export function brokenArrows(graph: readonly Edge[]): string[] {
  return graph.flatMap((edge) => {
    const why = fault(edge);
    return why === undefined ? [] : [`${edge.from} → ${edge.to}: ${why}`];
  });
}
