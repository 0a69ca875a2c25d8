import type { BenchResult } from './result.ts';

/**
 * `npm run bench -- NAME …`, or without a name what there is. A bench is a file beside this one that exports
 * `run(): Promise<BenchResult>`; its line here is all it takes to register it.
 */
const BENCHES: Readonly<Record<string, () => Promise<{ readonly run: () => Promise<BenchResult> }>>> = {
  decision: () => import('./decision.ts'),
  events: () => import('./events.ts'),
  lists: () => import('./lists.ts'),
  settlement: () => import('./settlement.ts'),
  start: () => import('./start.ts'),
  tag: () => import('./tag.ts'),
  web: () => import('./web.ts'),
};

function print(result: BenchResult): void {
  console.log(`\n${result.name} (${result.rounds} rounds, ${result.machine})`);
  for (const [name, figure] of Object.entries(result.figures)) {
    const yardstick = figure.yardstick === undefined ? '' : `, yardstick ${round(figure.yardstick)}`;
    const verdict = figure.met ? 'met' : 'NOT MET';
    console.log(
      `  ${name}: ${round(figure.value)} ${figure.unit} (target ${figure.target}${yardstick}) ${verdict}`,
    );
  }
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in BENCHES));
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no bench called ${unknown.join(', ')}.`);
  console.error(`npm run bench -- NAME, where NAME is one of: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(unknown.length > 0 ? 1 : 0);
}
for (const name of names) {
  const bench = await BENCHES[name]?.();
  if (bench !== undefined) print(await bench.run());
}
process.exit(0);
