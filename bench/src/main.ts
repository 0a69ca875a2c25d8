import { join, resolve } from 'node:path';
import { callOrEnd, endAsWrongCall, unknownName } from '@placard/db/process/command-call';
import { type Checkout, checkOut, NOW } from './load/checkout.ts';
import { runInTurns } from './load/turns.ts';
import { type BenchOptions, type BenchResult, keepResult } from './result.ts';

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
    const earlier = !figure.earlier
      ? ''
      : `, ${result.against} ${round(figure.earlier)}: ${round(figure.value / figure.earlier)} of it`;
    const verdict = figure.met ? 'met' : 'NOT MET';
    console.log(
      `  ${name}: ${round(figure.value)} ${figure.unit} (target ${figure.target}${yardstick}${earlier}) ${verdict}`,
    );
  }
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

/** Those in whose rounds an earlier commit takes its turn; of all others the whole bench is run by turns. */
const WITHIN_ROUNDS: readonly string[] = ['decision', 'events'];
const TURNS = 3;

const HELP = `npm run bench -- NAME… [--against COMMIT [--turns ${TURNS}]]

  NAME        ${Object.keys(BENCHES).join(', ')}
  --against   an earlier commit, which takes turns with this one in the same run
  --turns     how often each is run, where the whole bench is run by turns (${TURNS})
  --millions  reports: how many millions of facts (1,10,100)
  --facts     reports: a folder in which stores of facts are kept for the next run
  --minutes   whole: for how long (10)
  --storms    whole: with storms of traffic in between
`;
const { values, words: names } = callOrEnd({
  help: HELP,
  words: Number.POSITIVE_INFINITY,
  options: {
    against: { type: 'string' },
    facts: { type: 'string' },
    millions: { type: 'string' },
    minutes: { type: 'string' },
    storms: { type: 'boolean' },
    turns: { type: 'string', default: String(TURNS) },
  },
});
const turns = Number(values.turns);
if (names.length === 0) console.log(HELP);
for (const name of names) {
  if (!Object.hasOwn(BENCHES, name))
    endAsWrongCall(unknownName(`There is no bench called ${name}`, name, Object.keys(BENCHES)), HELP);
}
if (!Number.isInteger(turns) || turns < 1)
  endAsWrongCall('--turns is how often each is run: a whole number from 1 on.', HELP);
for (const option of ['millions', 'minutes'] as const) {
  const numbers = values[option]?.split(',').map(Number) ?? [];
  if (numbers.some((number) => !(number > 0))) endAsWrongCall(`--${option} is more than 0.`, HELP);
}
const against: Checkout | undefined =
  values.against === undefined ? undefined : await checkOut(values.against);
try {
  for (const name of names) print(await measure(name));
} finally {
  await against?.remove();
}
process.exit(0);

async function measure(name: string): Promise<BenchResult> {
  if (against !== undefined && !WITHIN_ROUNDS.includes(name))
    return await keepResult(await runInTurns({ name, against, turns, options: optionsOf }));
  const bench = await BENCHES[name]?.();
  if (bench === undefined) throw new Error(`there is no bench called ${name}`);
  return await bench.run({
    ...(against === undefined ? {} : { against }),
    ...(values.millions === undefined ? {} : { millions: values.millions.split(',').map(Number) }),
    ...(values.facts === undefined ? {} : { facts: values.facts }),
    ...(values.minutes === undefined ? {} : { minutes: Number(values.minutes) }),
    ...(values.storms === undefined ? {} : { storms: values.storms }),
  });
}

/** The same for both, but for the folder of stores: those of two commits are not alike. */
function optionsOf(checkout: Checkout): string[] {
  const { millions, facts, minutes, storms } = values;
  return [
    ...(millions === undefined ? [] : ['--millions', millions]),
    ...(facts === undefined
      ? []
      : ['--facts', checkout === NOW ? resolve(facts) : join(resolve(facts), checkout.name)]),
    ...(minutes === undefined ? [] : ['--minutes', minutes]),
    ...(storms === undefined ? [] : ['--storms']),
  ];
}
