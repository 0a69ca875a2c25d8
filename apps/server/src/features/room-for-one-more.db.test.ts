import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { MAX_WAITING_CREATIVES } from '@placard/domain/creative/rules';
import { MAX_WAITING_WEBSITES } from '@placard/domain/website/rules';
import { MAX_OPEN_WIDGETS } from '@placard/domain/widget/rules';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../deps.ts';
import { duplicateCreative } from './creatives/act-on-creative.ts';
import { createCreative } from './creatives/create-creative.ts';
import { createActor, refusalOf, type TestDeps, testDeps } from './testing/fixtures.ts';
import { createWebsite } from './websites/edit-website.ts';
import { createWidget } from './widgets/edit-widget.ts';

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let other: Actor;
let names = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  me = await createActor(database.db, ['advertiser', 'publisher']);
  other = await createActor(database.db, ['advertiser', 'publisher']);
});

const run = async (text: string, values: readonly unknown[]) => await database.pool.query(text, [...values]);

const creative = (actor: Actor) => {
  names += 1;
  return createCreative(deps, actor, {
    basicInfo: { name: `Lantern ${names}`, description: '' },
    content: { type: 'third_party', size: { width: 300, height: 250 }, adCode: '<b>ad</b>' },
    adSetIds: [],
    requestKey: `lantern-${names}`,
  });
};
const website = (actor: Actor) => {
  names += 1;
  const domain = `room-${names}.example`;
  return createWebsite(deps, actor, { domain, categories: ['pets'], traffic: { custom: 5 } });
};
const widget = (actor: Actor, websiteId: number) =>
  createWidget(deps, actor, {
    ...{ websiteId, type: 'banner', name: 'Beside the article', headingTitle: '' },
    ...{ sizes: [{ width: 300, height: 250 }], floorCpm: null, fallbackHtml: '', lazy: true },
  });

/** What of some calls at once was let through, and what the others were told. */
async function outcomes(calls: readonly Promise<unknown>[]) {
  const results = await Promise.allSettled(calls);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  return { passed: results.length - refused.length, told: new Set(refused.map(({ message }) => message)) };
}

it('a thousand creatives of an account wait for review, written or copied; one that was looked at makes room', async () => {
  const first = await creative(me);
  await run(
    `insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, public_key)
     select $1, 'Many', 'third_party', 300, 250, '<b>ad</b>', gen_random_uuid()::text from generate_series(1, $2::int)`,
    [me.accountId, MAX_WAITING_CREATIVES - 4],
  );
  const copy = () => duplicateCreative(deps, me, { id: first.id });
  const { passed, told } = await outcomes([creative(me), copy(), creative(me), copy(), creative(me)]);
  expect(passed).toBe(3);
  expect([...told]).toEqual([
    '1000 of your creatives wait for review. Add another once some were looked at.',
  ]);
  await creative(other);

  await run(`update creative set status = 'rejected', rejection_code = 'other' where id = $1`, [first.id]);
  await copy();
  expect((await refusalOf(creative(me))).code).toBe('conflict_status');
  await run(`update creative set status = 'active' where id = $1`, [first.id]);
  for (const one of [() => creative(me), copy]) expect((await refusalOf(one())).code).toBe('conflict_status');
});

it('so do a hundred websites', async () => {
  const first = await website(me);
  await run(
    `insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key)
     select $1::int, 'many-' || n || '-of-' || $1::int || '.example', '{pets}', 5, gen_random_uuid()::text from generate_series(1, $2::int) n`,
    [me.accountId, MAX_WAITING_WEBSITES - 3],
  );
  const { passed, told } = await outcomes([website(me), website(me), website(me), website(me)]);
  expect(passed).toBe(2);
  expect([...told]).toEqual(['100 of your websites wait for review. Add another once some were looked at.']);
  await website(other);

  await run(`update website set status = 'active' where id = $1`, [first.id]);
  await website(me);
  expect((await refusalOf(website(me))).code).toBe('conflict_status');
});

it('a website has a thousand widgets; an archived one makes room', async () => {
  const { id } = await website(me);
  const { id: second } = await website(me);
  await run(`update website set status = 'active' where publisher_id = $1`, [me.accountId]);
  const first = await widget(me, id);
  await run(
    `insert into widget (website_id, name, type, embed_key)
     select $1, 'Many', 'banner', gen_random_uuid()::text from generate_series(1, $2::int)`,
    [id, MAX_OPEN_WIDGETS - 3],
  );
  const { passed, told } = await outcomes([widget(me, id), widget(me, id), widget(me, id)]);
  expect(passed).toBe(2);
  expect([...told]).toEqual(['A website has at most 1000 widgets. Archive some before you add another.']);
  await widget(me, second);

  await run(`update widget set status = 'archived' where id = $1`, [first.id]);
  await widget(me, id);
  expect((await refusalOf(widget(me, id))).code).toBe('conflict_status');
});
