import { afterAll, beforeAll, expect, it } from 'vitest';
import { guarded } from './testing/guarded-operations.ts';
import { createTestApi, type TestApi, type TestUser } from './testing/test-api.ts';

/** One that the platform knows and PostgreSQL does not, and one that nobody knows: neither is taken, but either may have got into an account past the API. */
const ZONES = ['AET', 'Mars/Olympus'] as const;

const DAYS = ['2026-01-01', '2026-01-31'] as const;
const QUERIES = [
  '',
  'year=2026&month=1',
  ...['created', 'start', 'issued'].map((name) => `${name}From=${DAYS[0]}&${name}To=${DAYS[1]}`),
  `from=${DAYS[0]}&to=${DAYS[1]}`,
  `metrics=impressions&from=${DAYS[0]}&to=${DAYS[1]}`,
];

let api: TestApi;
let usual: TestUser;
const odd = new Map<string, TestUser>();

beforeAll(async () => {
  api = await createTestApi();
  const roles = ['advertiser', 'publisher', 'operator'] as const;
  usual = await api.user({ roles: [...roles] });
  for (const timeZone of ZONES) odd.set(timeZone, await api.user({ roles: [...roles], timeZone }));
});
afterAll(async () => await api.close());

it.each(guarded.filter(({ method }) => method === 'GET'))(
  '$name answers accounts with such zones as any other',
  async ({ method, path, takes }) => {
    // What it doesn't take says nothing: without that it is the question of the first.
    const asked = QUERIES.map((query) => [...new URLSearchParams(query)].filter(([name]) => takes.has(name)));
    for (const query of new Set(asked.map((some) => String(new URLSearchParams(some))))) {
      const statusFor = async (user?: TestUser) =>
        (await api.call(method, `${path}?${query}`, { token: user?.token })).status;
      const [expected, ...found] = await Promise.all([usual, ...odd.values()].map(statusFor));
      expect([query, ...found]).toEqual([query, ...ZONES.map(() => expected)]);
    }
  },
);
