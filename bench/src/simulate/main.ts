import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in SIMULATIONS));
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no simulation called ${unknown.join(', ')}.`);
  console.error(`npm run simulate -- NAME, where NAME is one of: ${Object.keys(SIMULATIONS).join(', ')}`);
  process.exit(unknown.length > 0 ? 1 : 0);
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
