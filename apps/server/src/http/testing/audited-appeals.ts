import { sql } from 'kysely';
import type { CardWorld } from '../../features/billing/card-payments/testing/card-world.ts';
import { randomKey } from '../../features/random-key.ts';

type Called = { readonly ids: readonly number[]; readonly body: object };
type Decided = { readonly path: string; readonly id: number };

async function takenDown({ api, advertiser }: CardWorld): Promise<Decided> {
  const { rows } = await sql<{ id: number }>`
    insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, status, public_key)
    values (${advertiser.accountId}, 'Decided', 'third_party', 300, 250, '<b>Ad</b>', 'cancelled', ${randomKey()})
    returning id`.execute(api.deps.db);
  return { path: 'advertiser/creatives', id: rows[0]?.id ?? 0 };
}

async function suspended({ api, advertiser }: CardWorld): Promise<Decided> {
  const { rows } = await sql<{ id: number }>`
    insert into website (publisher_id, domain, categories, monthly_traffic, status, suspended_by, analytics_key)
    values (${advertiser.accountId}, ${`${randomKey()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')}.example`}, '{pets}', 5,
            'suspended', 'operator', ${randomKey()})
    returning id`.execute(api.deps.db);
  return { path: 'publisher/websites', id: rows[0]?.id ?? 0 };
}

const appealing = ({ id }: Decided): Called => ({ ids: [id], body: { version: 1, text: 'It is fine' } });

/** The owner objects to what was decided about each. */
async function appealed(world: CardWorld, rest: object = {}): Promise<Called[]> {
  const calls: Called[] = [];
  for (const { path, id } of [await takenDown(world), await suspended(world)]) {
    const answer = await world.api.call('POST', `/${path}/${id}/appeals`, {
      token: world.advertiser.token,
      body: { version: 1, text: 'It is fine' },
    });
    calls.push({ ids: [(answer.data as { id: number }).id], body: { version: 1, ...rest } });
  }
  return calls;
}

/** Appeals and their answers: see audited-calls.ts. */
export const AUDITED_APPEALS: Readonly<Record<string, (world: CardWorld) => Promise<Called | Called[]>>> = {
  'appeals.appealCreative': async (world) => appealing(await takenDown(world)),
  'appeals.appealWebsite': async (world) => appealing(await suspended(world)),
  'appeals.grant': async (world) => await appealed(world),
  'appeals.uphold': async (world) => await appealed(world, { text: 'It is not' }),
};
