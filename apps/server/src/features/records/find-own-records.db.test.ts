import type { FoundRecord, OwnFoundRecord } from '@placard/contract/records';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveEverything, type OwnedIds } from '../../http/testing/owned-records.ts';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';

let api: TestApi;
let operator: TestUser;
let ada: TestUser;
let grace: TestUser;
let adas: OwnedIds;
let graces: OwnedIds;
let words: { domain: string; reference: string; embedKey: string };

beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'] });
  ada = await api.user({ roles: ['advertiser', 'publisher'] });
  grace = await api.user({ roles: ['advertiser', 'publisher'] });
  adas = await giveEverything(api.pool, ada);
  graces = await giveEverything(api.pool, grace);
  const { rows } = await api.pool.query<typeof words>(
    `select s.domain, d.reference, w.embed_key as "embedKey" from website s, deposit d, widget w
      where s.id = $1 and d.id = $2 and w.id = $3`,
    [adas.website, adas.deposit, adas.widget],
  );
  if (rows[0] === undefined) throw new Error('nothing was made');
  words = rows[0];
});
afterAll(async () => {
  await api.close();
});

const ask = async (path: string, who: TestUser, search: string) =>
  await api.call('GET', `${path}?search=${encodeURIComponent(search)}`, { token: who.token });
const own = async (who: TestUser, search: string) =>
  ((await ask('/account/find', who, search)).data as { items: OwnFoundRecord[] }).items;
const ofNetwork = async (search: string) =>
  ((await ask('/operator/find', operator, search)).data as { items: FoundRecord[] }).items;
const brief = (items: readonly Pick<FoundRecord, 'kind' | 'id'>[]) =>
  items.map(({ kind, id }) => `${kind} ${id}`);

/** How each of Ada's is looked for, and how it is told. */
const searches = () =>
  [
    ['autumn', `campaign ${adas.campaign}`],
    ['all', `ad_set ${adas.adSet}`],
    ['lamp', `creative ${adas.creative}`],
    [words.domain.slice(0, 12), `website ${adas.website}`],
    ['top', `widget ${adas.widget}`],
    [words.embedKey, `widget ${adas.widget}`],
    [words.reference, `deposit ${adas.deposit}`],
    [`PO-${adas.payout}`, `payout ${adas.payout}`],
    [`po-${adas.payout}`, `payout ${adas.payout}`],
  ] as const;

it('an account finds what is its own of every kind, and never what is another’s', async () => {
  for (const [search, told] of searches()) {
    expect(brief(await own(ada, search)), search).toContain(told);
    expect(brief(await own(grace, search)), search).not.toContain(told);
  }
  expect(await own(operator, 'autumn')).toEqual([]);
});

it('its numbers lead to it, those of others to nothing', async () => {
  const kinds = {
    ...{ campaign: 'campaign', adSet: 'ad_set', creative: 'creative', website: 'website', widget: 'widget' },
    ...{ deposit: 'deposit', payout: 'payout', invoice: 'document' },
  } as const;
  for (const [owned, kind] of Object.entries(kinds) as [keyof typeof kinds, string][]) {
    const told = `${kind} ${adas[owned]}`;
    expect(brief(await own(ada, `${adas[owned]}`))).toContain(told);
    expect(brief(await own(grace, `${adas[owned]}`))).not.toContain(told);
    expect(brief(await own(grace, `${graces[owned]}`))).toContain(`${kind} ${graces[owned]}`);
    expect(brief(await ofNetwork(`${adas[owned]}`))).toContain(told);
  }
});

it('a payout’s number leads to that one alone', async () => {
  // Of another one as well.
  await api.pool.query(
    `insert into payout (publisher_id, amount_micros, method, payment_profile_id, details_sealed)
     select publisher_id, amount_micros, method, payment_profile_id, details_sealed from payout where id = $1`,
    [adas.payout],
  );
  const told = [`payout ${adas.payout}`];
  expect(brief(await own(ada, `PO-${adas.payout}`))).toEqual(told);
  expect(brief(await ofNetwork(`PO-${adas.payout}`))).toEqual(told);
  expect(brief(await ofNetwork(`PO-${graces.payout}`))).toEqual([`payout ${graces.payout}`]);
  expect(await ofNetwork('PO-999999')).toEqual([]);
});

it('a single digit is a number, and no part of a name', async () => {
  await api.pool.query("update campaign set name = 'Plan 9' where id = $1", [adas.campaign]);
  expect(brief(await own(ada, 'plan 9'))).toEqual([`campaign ${adas.campaign}`]);
  expect(adas.campaign).not.toBe(9);
  expect(brief(await own(ada, '9'))).not.toContain(`campaign ${adas.campaign}`);
  expect(brief(await ofNetwork('9'))).not.toContain(`campaign ${adas.campaign}`);
  await api.pool.query('update campaign set name = $2 where id = $1', [adas.campaign, 'Autumn']);
  for (const path of ['/account/find', '/operator/find'])
    for (const [search, status] of [
      ['9', 200],
      ['0', 422],
      ['a', 422],
      ['', 422],
      ['a'.repeat(201), 422],
    ] as const)
      expect([path, search, (await ask(path, operator, search)).status]).toEqual([path, search, status]);
});

it('says of an ad set its campaign and of a widget its website, to the operator whose they are as well', async () => {
  expect(await own(ada, 'all')).toEqual([
    {
      kind: 'ad_set',
      id: adas.adSet,
      name: 'All',
      hint: 'Autumn',
      withinId: adas.campaign,
      role: 'advertiser',
    },
  ]);
  expect(await own(ada, 'top')).toEqual([
    {
      ...{ kind: 'widget', id: adas.widget, name: 'Top', hint: words.domain, withinId: adas.website },
      role: 'publisher',
    },
  ]);
  const [newest, oldest] = (await ofNetwork('all')).filter(({ kind }) => kind === 'ad_set');
  expect([newest?.id, oldest?.id, oldest?.withinId]).toEqual([graces.adSet, adas.adSet, adas.campaign]);
  expect(oldest?.hint).toMatch(/^Autumn · ./);
  expect(
    (await ofNetwork('top')).find(({ id, kind }) => kind === 'widget' && id === adas.widget),
  ).toMatchObject({
    withinId: adas.website,
    hint: expect.stringContaining(`${words.domain} · `),
  });
});

it('finds a document by the name it bears, as whose it is', async () => {
  const bear = async (kind: string, series: string) => {
    await api.pool.query('update invoice set kind = $2, series = $3, series_number = 1 where number = $1', [
      ...[adas.invoice, kind, series],
    ]);
    return `${series}-${ada.accountId}-0001`;
  };
  const receipt = await bear('deposit', 'REC');
  await api.pool.query(
    `insert into invoice select (jsonb_populate_record(i, jsonb_build_object('number', 70000 + i.number, 'series_number', 2))).*
       from invoice i where number = $1`,
    [adas.invoice],
  );
  await api.pool.query(
    `insert into invoice select (jsonb_populate_record(i, jsonb_build_object('number', 80000 + i.number, 'series', 'INV', 'kind', 'month', 'month', '2026-02-01'))).*
       from invoice i where number = $1`,
    [adas.invoice],
  );
  expect(brief(await ofNetwork(receipt))).toEqual([`document ${adas.invoice}`]);
  expect(await own(ada, receipt.toLowerCase())).toEqual([
    { kind: 'document', id: adas.invoice, name: receipt, hint: null, withinId: null, role: 'advertiser' },
  ]);
  expect(await own(grace, receipt)).toEqual([]);
});

it('looks only among what an account has as what it is, and not at what is archived', async () => {
  await api.pool.query("delete from account_role where role = 'advertiser' and account_id = $1", [
    grace.accountId,
  ]);
  expect(brief(await own(grace, 'autumn'))).toEqual([]);
  expect(brief(await own(grace, 'top'))).toEqual([`widget ${graces.widget}`]);
  await api.pool.query("update widget set status = 'archived' where id = $1", [graces.widget]);
  expect(brief(await own(grace, 'top'))).toEqual([]);
  await api.pool.query('update ad_set set archived_at = now() where id = $1', [adas.adSet]);
  expect(brief(await own(ada, 'all'))).toEqual([]);
  expect(brief(await ofNetwork(`${adas.adSet}`))).toContain(`ad_set ${adas.adSet}`);
});
