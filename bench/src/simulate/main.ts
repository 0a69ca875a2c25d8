import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { callOrEnd, endAsWrongCall, unknownName } from '@placard/db/process/command-call';
import { simulateAuction } from './auction.ts';
import { simulateForecast } from './forecast.ts';
import { simulatePacing } from './pacing.ts';
import type { Simulation } from './simulation.ts';

/** `npm run simulate -- NAME …`: a network in memory, by the real rules. Writes its picture and its table into `docs/simulations`. */
const SIMULATIONS: Readonly<Record<string, () => Promise<Simulation>>> = {
  auction: simulateAuction,
  forecast: simulateForecast,
  pacing: simulatePacing,
};
const FOLDER = fileURLToPath(new URL('../../../docs/simulations/', import.meta.url));

const HELP = `npm run simulate -- NAME…, where NAME is one of: ${Object.keys(SIMULATIONS).join(', ')}`;

const { words: names } = callOrEnd({ help: HELP, words: Number.POSITIVE_INFINITY });
if (names.length === 0) console.log(HELP);
for (const name of names) {
  if (!Object.hasOwn(SIMULATIONS, name))
    endAsWrongCall(
      unknownName(`There is no simulation called ${name}`, name, Object.keys(SIMULATIONS)),
      HELP,
    );
}
mkdirSync(FOLDER, { recursive: true });
for (const name of names) {
  const simulation = await SIMULATIONS[name]?.();
  if (simulation === undefined) continue;
  const { picture, heads, rows, figures } = simulation;
  const table = [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  writeFileSync(`${FOLDER}${name}.svg`, picture);
  writeFileSync(`${FOLDER}${name}.json`, `${JSON.stringify(figures, null, 2)}\n`);
  console.log(`\n${table}`);
}
