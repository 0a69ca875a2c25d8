import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The most JavaScript that a first load may be, KiB after gzip. react-admin's smallest dashboard is 308. */
export const BUDGETS_KIB = { login: 135, list: 220, statistics: 240 };

export type Budget = keyof typeof BUDGETS_KIB;

const PER_KIB = 1_024;
/** What a report fetches without being asked: its chart. */
const CHART = 'time-chart';

/** Names of the bundler's files, without folder and hash. */
const nameOf = (script: string) => /([\w-]+?)-[\w-]{8}\.js$/.exec(script)?.[1] ?? script;

/** The budget of a page by the layers it loads. Forms and wizards have none: nobody meets them with an empty cache. */
export function budgetOf(scripts: readonly string[]): Budget | null {
  const names = new Set(scripts.map(nameOf));
  if (!names.has('shell')) return 'login';
  if (names.has('form')) return null;
  return names.has('report') ? 'statistics' : 'list';
}

/** The most that a page of this budget may be. */
export function isOver(budget: Budget, gzipBytes: number): boolean {
  return gzipBytes > BUDGETS_KIB[budget] * PER_KIB;
}

/** The scripts that a page's head names. */
export function announcedScripts(html: string): string[] {
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '');
  return [...new Set(named)];
}

/** As the server sends it to a browser that only knows gzip. */
function gzipBytes(folder: string, script: string): number {
  const packed = join(folder, `${script}.gz`);
  return statSync(existsSync(packed) ? packed : join(folder, script)).size;
}

/** Adds what a script can't run without. */
function addWithImports(folder: string, script: string, found: Set<string>): void {
  if (found.has(script)) return;
  found.add(script);
  const code = readFileSync(join(folder, script), 'utf8');
  for (const match of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) {
    addWithImports(folder, `assets/${match[1] ?? ''}`, found);
  }
}

/** Every page of a build that has a budget, with what its first load is. */
export function firstLoads(
  folder: string,
): { path: string; budget: Budget; gzipBytes: number; layers: string[] }[] {
  const pages: Record<string, string> = JSON.parse(readFileSync(join(folder, 'screens.json'), 'utf8'));
  const charts = readdirSync(join(folder, 'assets'))
    .map((name) => `assets/${name}`)
    .filter((script) => script.endsWith('.js') && nameOf(script) === CHART);
  return Object.entries(pages).flatMap(([path, file]) => {
    const scripts = new Set(announcedScripts(readFileSync(join(folder, file), 'utf8')));
    const budget = budgetOf([...scripts]);
    if (budget === null) return [];
    if (budget === 'statistics') for (const chart of charts) addWithImports(folder, chart, scripts);
    const bytes = [...scripts].reduce((sum, script) => sum + gzipBytes(folder, script), 0);
    return [{ path, budget, gzipBytes: bytes, layers: [...scripts].map(nameOf) }];
  });
}
