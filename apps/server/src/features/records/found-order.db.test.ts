import type { FoundRecord, OwnFoundRecord } from '@placard/contract/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

/** One more than are told of a kind, and one before that is looked for by its number. */
const MADE = 7;
const TOLD = 5;

let api: TestApi;
let operator: TestUser;
let ada: TestUser;
let grace: TestUser;
/** Of each kind, the oldest first. */
let adas: Record<Kind, number[]>;
const KINDS = ['campaign', 'ad_set', 'creative', 'website', 'widget', 'deposit'] as const;
type Kind = (typeof KINDS)[number];

beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'], firstName: 'Olga' });
  ada = await api.user({ roles: ['advertiser', 'publisher'], firstName: 'Ada', lastName: 'Harbour' });
  grace = await api.user({ roles: ['advertiser', 'publisher'], firstName: 'Grace' });
  await fill(grace);
  adas = await fill(ada);
});
afterAll(async () => {
  await api.close();
});

/** So many of each kind, all called by the same word. */
async function fill({ accountId }: TestUser): Promise<Record<Kind, number[]>> {
  const made = async (text: string, values: readonly unknown[]) => {
    const { rows } = await api.pool.query<{ id: number }>(`${text} returning id`, [...values]);
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  };
  const campaign = await made(
    `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key)
     select $1, 'Lighthouse ' || n, 'TRAFFIC', 10500000, '2026-03-01', gen_random_uuid()::text from generate_series(1, ${MADE}) n`,
    [accountId],
  );
  const adSet = await made(
    `insert into ad_set (campaign_id, name, total_budget_micros) select c, 'Lighthouse', 1000000 from unnest($1::int[]) c`,
    [campaign],
  );
  const creative = await made(
    `insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, public_key)
     select $1, 'Lighthouse', 'third_party', 300, 250, '<b>', replace(gen_random_uuid()::text, '-', '') from generate_series(1, ${MADE})`,
    [accountId],
  );
  const website = await made(
    `insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key)
     select $1::int, 'lighthouse-' || $1::int || '-' || n || '.test', '{news}', 5, gen_random_uuid()::text from generate_series(1, ${MADE}) n`,
    [accountId],
  );
  const widget = await made(
    `insert into widget (website_id, type, name, embed_key) select s, 'banner', 'Lighthouse', replace(gen_random_uuid()::text, '-', '') from unnest($1::int[]) s`,
    [website],
  );
  const deposit = await made(
    `insert into deposit (advertiser_id, gateway, amount_micros, reference)
     select $1::int, 'manual', 10000000, 'LIGHTHOUSE-' || $1::int || '-' || n from generate_series(1, ${MADE}) n`,
    [accountId],
  );
  return { campaign, ad_set: adSet, creative, website, widget, deposit };
}
const own = async (who: TestUser, search: string) =>
  (
    (await api.call('GET', `/account/find?search=${encodeURIComponent(search)}`, { token: who.token }))
      .data as {
      items: OwnFoundRecord[];
    }
  ).items;
const ofNetwork = async (search: string) =>
  (
    (await api.call('GET', `/operator/find?search=${encodeURIComponent(search)}`, { token: operator.token }))
      .data as { items: FoundRecord[] }
  ).items;
const idsOf = (items: readonly Pick<FoundRecord, 'kind' | 'id'>[], kind: FoundRecord['kind']) =>
  items.flatMap((item) => (item.kind === kind ? [item.id] : []));
const newest = (ids: readonly number[]) => ids.toReversed().slice(0, TOLD);
const ARCHIVE: Readonly<Record<Exclude<Kind, 'deposit'>, string>> = {
  campaign: "update campaign set status = 'archived' where id = $1",
  ad_set: 'update ad_set set archived_at = now() where id = $1',
  creative: "update creative set status = 'archived' where id = $1",
  website: "update website set status = 'archived' where id = $1",
  widget: "update widget set status = 'archived' where id = $1",
};

describe('what is found', () => {
  it.each(KINDS)('of each kind are the newest: %s', async (kind) => {
    expect(idsOf(await own(ada, 'lighthouse'), kind)).toEqual(newest(adas[kind]));
    // Ada's came after Grace's.
    expect(idsOf(await ofNetwork('lighthouse'), kind)).toEqual(newest(adas[kind]));
  });

  it.each(KINDS)('begins with what bears the number that was typed: %s', async (kind) => {
    // A name that is the number of another.
    const [oldest = 0, second = 0, third = 0] = adas[kind];
    const renamed = { website: 'domain', deposit: 'reference' } as const;
    const column = kind === 'website' || kind === 'deposit' ? renamed[kind] : 'name';
    for (const id of [second, third])
      await api.pool.query(`update ${kind} set ${column} = $2 where id = $1`, [
        ...[id, `${oldest}000${oldest} of ${id}`],
      ]);
    // Nor does its own name lead to it.
    await api.pool.query(`update ${kind} set ${column} = 'none.test' where id = $1`, [oldest]);
    const search = `${oldest}`;
    const found = idsOf(await own(ada, search), kind);
    expect(found[0]).toBe(oldest);
    expect(idsOf(await ofNetwork(search), kind)[0]).toBe(oldest);
    // A single digit is part of no name.
    if (oldest > 9) expect(found.slice(1)).toEqual(expect.arrayContaining([third, second]));
  });

  it('of accounts and people begins with the number, and with what is tagged so', async () => {
    const users = [];
    for (let made = 0; made < 6; made += 1)
      users.push(
        await api.user({ roles: ['advertiser'], firstName: 'Keeper', lastName: `of lamps ${made}` }),
      );
    for (const [kind, of] of [
      ['user', users.map(({ id }) => id)],
      ['account', users.map(({ accountId }) => accountId)],
    ] as const) {
      expect(idsOf(await ofNetwork('keeper of'), kind)).toEqual(newest(of));
      expect(idsOf(await ofNetwork(`${of[0]}`), kind)[0]).toBe(of[0]);
      // Others are tagged otherwise, or are others with the same number.
      await api.pool.query(
        `insert into record_tag (kind, subject_id, tag) values ($1, $2, 'keeper'), ($1, $3, 'keeper-of'), ('campaign', $3, 'keeper')`,
        [kind, of[0], of[1]],
      );
      expect(idsOf(await ofNetwork('keeper'), kind)).toEqual([of[0], ...newest(of).slice(0, TOLD - 1)]);
    }
    expect(idsOf(await ofNetwork(ada.email), 'user')).toEqual([ada.id]);
    expect(idsOf(await ofNetwork(ada.email), 'account')).toEqual([ada.accountId]);
  });

  it('is by name none that is archived, nor in what is; its number leads the operator to it', async () => {
    for (const [kind, statement] of Object.entries(ARCHIVE) as [keyof typeof ARCHIVE, string][]) {
      const last = adas[kind].at(-1) ?? 0;
      await api.pool.query(statement, [last]);
      for (const found of [await own(ada, 'lighthouse'), await ofNetwork('lighthouse')])
        expect([kind, idsOf(found, kind).includes(last)]).toEqual([kind, false]);
      expect([kind, idsOf(await own(ada, `${last}`), kind).includes(last)]).toEqual([kind, false]);
      expect([kind, idsOf(await ofNetwork(`${last}`), kind).includes(last)]).toEqual([kind, true]);
    }
    // Of the campaign and the website that are: those within them stay by their number alone as well.
    const within = { ad_set: adas.ad_set.at(-1) ?? 0, widget: adas.widget.at(-1) ?? 0 };
    await api.pool.query('update ad_set set archived_at = null where id = $1', [within.ad_set]);
    await api.pool.query("update widget set status = 'active' where id = $1", [within.widget]);
    for (const kind of ['ad_set', 'widget'] as const) {
      expect(idsOf(await own(ada, 'lighthouse'), kind)).not.toContain(within[kind]);
      expect(idsOf(await ofNetwork('lighthouse'), kind)).not.toContain(within[kind]);
      expect(idsOf(await own(ada, `${within[kind]}`), kind)).not.toContain(within[kind]);
      expect(idsOf(await ofNetwork(`${within[kind]}`), kind)).toContain(within[kind]);
    }
  });
});
