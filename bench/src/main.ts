import { parseArgs } from 'node:util';
import { type Checkout, checkOut } from './load/checkout.ts';
import type { BenchOptions, BenchResult } from './result.ts';

/**
 * `npm run bench -- NAME …`, or without a name what there is. A bench is a file beside this one that exports
 * `run(): Promise<BenchResult>`; its line here is all it takes to register it.
 */
type Bench = { readonly run: (options?: BenchOptions) => Promise<BenchResult> };
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  decision: () => import('./decision.ts'),
  events: () => import('./events.ts'),
  fair: () => import('./fair.ts'),
  lists: () => import('./lists.ts'),
  loading: () => import('./loading.ts'),
  reports: () => import('./reports.ts'),
  settlement: () => import('./settlement.ts'),
  start: () => import('./start.ts'),
  tag: () => import('./tag.ts'),
  web: () => import('./web.ts'),
  whole: () => import('./whole.ts'),
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

/** Those whose figures an earlier commit takes its turn in. */
const COMPARING: readonly string[] = ['decision', 'events'];

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    facts: { type: 'string' },
    millions: { type: 'string' },
    minutes: { type: 'string' },
    storms: { type: 'boolean' },
  },
});
const unknown = names.filter((name) => !(name in BENCHES));
const alone = values.against === undefined ? [] : names.filter((name) => !COMPARING.includes(name));
if (names.length === 0 || unknown.length > 0 || alone.length > 0) {
  if (unknown.length > 0) console.error(`There is no bench called ${unknown.join(', ')}.`);
  if (alone.length > 0)
    console.error(
      `${alone.join(', ')} can't be measured against a commit; these can: ${COMPARING.join(', ')}.`,
    );
  console.error(
    `npm run bench -- NAME [--against COMMIT] [--millions 1,10,100] [--facts FOLDER] [--minutes 10] [--storms], where NAME is one of: ${Object.keys(BENCHES).join(', ')}`,
  );
  process.exit(unknown.length + alone.length > 0 ? 1 : 0);
}
const millions = values.millions?.split(',').map(Number);
const against: Checkout | undefined =
  values.against === undefined ? undefined : await checkOut(values.against);
try {
  for (const name of names) {
    const bench = await BENCHES[name]?.();
    if (bench !== undefined) {
      print(
        await bench.run({
          ...(against === undefined ? {} : { against }),
          ...(millions === undefined ? {} : { millions }),
          ...(values.facts === undefined ? {} : { facts: values.facts }),
          ...(values.minutes === undefined ? {} : { minutes: Number(values.minutes) }),
          ...(values.storms === undefined ? {} : { storms: values.storms }),
        }),
      );
    }
  }
} finally {
  await against?.remove();
}
process.exit(0);
