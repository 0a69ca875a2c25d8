import { expect, test } from 'vitest';
import { HostileRequests } from './testing/hostile-requests.ts';
import { Twins } from './testing/twins.ts';

/** As many as it should take; each is one connection with up to four requests in up to five pieces. */
const INPUTS = Number(process.env.PLACARD_FUZZ_INPUTS ?? 1_000_000);
/** A seed that was printed makes the same inputs again. */
const SEED = Number(process.env.PLACARD_FUZZ_SEED ?? Date.now() % 1_000_000_000);
/** Connections at once: what waits for a turn of the event loop waits together. */
const LANES = 250;

test(`${INPUTS} hostile inputs get of the front what node:http answers`, async () => {
  const counts = { hot: 0, lane: 0, handed: 0 };
  let asked = 0;
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      const twins = new Twins();
      const hostile = new HostileRequests(SEED + lane);
      try {
        while (asked < INPUTS) {
          asked += 1;
          const pieces = hostile.next();
          const { plain, fronted } = await twins.ask(pieces);
          expect(fronted, `seed ${SEED}: ${JSON.stringify(pieces)}`).toEqual(plain);
        }
      } finally {
        for (const by of ['hot', 'lane', 'handed'] as const) counts[by] += twins.front.counts[by];
        await twins.close();
      }
    }),
  );
  console.log(
    `front: ${asked} inputs, seed ${SEED}, 0 other answers; ` +
      `${counts.hot} requests answered by the front, ${counts.lane} through a lane, ${counts.handed} connections handed over`,
  );
});
