import type { BulkReport } from '@placard/contract/campaign-bulk';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { createTestCampaign, TEST_NOW } from '../testing/fixtures.ts';

let api: TestApi;
let owner: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  api = await createTestApi();
  api.now = TEST_NOW;
  owner = await api.user({ roles: ['advertiser'] });
  stranger = await api.user({ roles: ['advertiser'] });
});
afterAll(async () => {
  await api.close();
});

const post = async (path: string, body: object, headers?: Record<string, string>) =>
  await api.call('POST', path, { token: owner.token, body, ...(headers === undefined ? {} : { headers }) });
const check = async (csv: string) => await post('/advertiser/campaigns/bulk/check', { csv });
const report = async (csv: string) => (await check(csv)).data as BulkReport;
const apply = async (csv: string, mode: 'all' | 'valid', headers?: Record<string, string>) =>
  (await post('/advertiser/campaigns/bulk', { csv, mode }, headers)).data as BulkReport;
const make = async (user: TestUser, name: string) =>
  (await createTestCampaign(api.deps, user.actor, name)).campaignId;
const stored = async (id: number) =>
  await api.deps.db.selectFrom('campaign').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const issues = ({ rows }: BulkReport) =>
  rows.map(({ line, issues: found }) => [line, ...found.map(({ field, code }) => `${field} ${code}`)]);

describe('a file of campaigns', () => {
  it('that was given out changes nothing when it comes back', async () => {
    const id = await make(owner, '=SUM(A1)');
    await make(stranger, 'Not mine');
    const { raw } = await api.call('GET', '/advertiser/campaigns/bulk', { token: owner.token });
    const csv = raw.toString();
    expect(csv).toContain(`${id},1,'=SUM(A1),`);
    expect(csv).not.toContain('Not mine');
    expect(await report(csv)).toMatchObject({ changed: 0, same: 1, failed: 0, applied: false });
    expect((await report(csv)).rows).toMatchObject([{ id, outcome: 'same', pauses: false, changes: [] }]);
    // What has no column stays as it is.
    const { db } = api.deps;
    await db.updateTable('campaign').set({ category: 'pets' }).where('id', '=', id).execute();
    expect((await report(`id,version,name\n${id},1,'=SUM(A1)`)).rows).toMatchObject([{ outcome: 'same' }]);
    const emptied = (await report(`id,version,category\n${id},1,`)).rows[0]?.changes;
    expect(emptied).toEqual([{ field: 'category', before: 'pets', after: '' }]);
  });

  it('holds the newest thousand that are not archived, the newest first, by what is changed for many', async () => {
    const many = await api.user({ roles: ['advertiser'] });
    await api.pool.query(
      `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key, created_at)
       select $1, 'c' || n, 'TRAFFIC', 1000000, '2026-05-01', gen_random_uuid()::text,
              '2026-05-01'::timestamptz + n / 2 * interval '1 minute' from generate_series(1, 1002) n`,
      [many.accountId],
    );
    await api.pool.query(
      `update campaign set status = 'archived' where name = 'c1002' and advertiser_id = $1`,
      [many.accountId],
    );
    // Of equal ones PostgreSQL gives first what was written first.
    await api.pool.query(
      `update campaign set updated_at = now() where name = 'c998' and advertiser_id = $1`,
      [many.accountId],
    );
    const { raw } = await api.call('GET', '/advertiser/campaigns/bulk', { token: many.token });
    const [head, ...lines] = raw.toString().replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(head).toBe('id,version,name,totalBudget,dailyBudget,startDate,endDate,category');
    expect(lines).toHaveLength(1_000);
    const names = lines.map((line) => line.split(',')[2]);
    expect([...names.slice(0, 5), names.at(-1)]).toEqual(['c1001', 'c1000', 'c999', 'c998', 'c997', 'c2']);
  });

  it('says what would change and saves it only when it is applied, as a single edit is', async () => {
    const id = await make(owner, 'Lanterns');
    await sql`update campaign set status = 'active', approved_at = now() where id = ${id}`.execute(
      api.deps.db,
    );
    const csv = `id,version,name,totalBudget,dailyBudget\n${id},1,Lamps,4000.5,`;
    const told = await report(csv);
    expect(told.rows).toMatchObject([{ line: 2, id, name: 'Lanterns', outcome: 'changed', pauses: true }]);
    expect(told.rows[0]?.changes).toContainEqual({ field: 'name', before: 'Lanterns', after: 'Lamps' });
    expect(await stored(id)).toMatchObject({ name: 'Lanterns', status: 'active', version: 1 });
    expect(await apply(csv, 'all')).toMatchObject({ changed: 1, applied: true });
    expect(await stored(id)).toMatchObject({
      ...{ name: 'Lamps', status: 'paused', approved_at: null, version: 2 },
      ...{ total_budget_micros: 4_000_500_000n, daily_budget_micros: null },
    });
    const audit = await api.deps.db
      .selectFrom('audit_log')
      .select(['actor_user_id', 'detail'])
      .where('action', '=', 'campaign.edit')
      .where('subject_id', '=', id)
      .execute();
    expect(audit).toMatchObject([
      {
        actor_user_id: owner.id,
        detail: { name: { after: 'Lamps' }, status: { before: 'active', after: 'paused' } },
      },
    ]);
    // Whoever sends it once more is told that it is of yesterday.
    expect(issues(await report(csv))).toEqual([[2, 'version bulk_version']]);
  });

  it('names the rule that each row breaks, and whose campaign it is not', async () => {
    const id = await make(owner, 'Rules');
    const [archived, foreign] = [await make(owner, 'Gone'), await make(stranger, 'Theirs')];
    await sql`update campaign set status = 'archived' where id = ${archived}`.execute(api.deps.db);
    const head = 'id,version,name,totalBudget,dailyBudget,endDate';
    const rows = [
      `${id},1,,0.5,x,2020-01-01`,
      `${id},1,Again,,,`,
      `${foreign},1,Mine,10,,`,
      `${archived},1,Back,10,,`,
      'seven,1,Mine,10,,',
    ];
    const found = issues(await report([head, ...rows].join('\n')));
    expect(found[0]).toEqual(
      expect.arrayContaining([2, 'name name_required', 'totalBudget budget_too_small']),
    );
    expect(found.slice(1)).toEqual([
      [3, 'id bulk_row_repeated'],
      [4, 'id bulk_campaign_unknown'],
      [5, ' bulk_status'],
      [6, 'id bulk_campaign_unknown'],
    ]);
    const past = `${head}\n${id},1,Rules,10,11,2020-01-01`;
    expect(issues(await report(past))[0]).toEqual(
      expect.arrayContaining([2, 'dailyBudget daily_budget_exceeds_total']),
    );
    expect(issues(await report(`id,version\n${id},1,x`))).toEqual([[2, ' bulk_row_too_long']]);
    const unknown = await report(`id,version\n${foreign},1\n${id},9`);
    const failed = { outcome: 'failed', pauses: false, changes: [] };
    expect(unknown.rows).toMatchObject([
      { id: foreign, name: '', ...failed },
      { id, name: 'Rules', ...failed },
    ]);
    expect((await report(past)).rows).toMatchObject([{ id, name: 'Rules', ...failed }]);
  });

  it('may have spaces around what is no name, and changes what has a column', async () => {
    const id = await make(owner, 'Spaces');
    const head = 'id,version,category,startDate,description';
    const told = await report(`${head}\n ${id} , 1 , pets , 2026-05-02 ,About it`);
    expect(told.rows[0]?.changes).toEqual([
      { field: 'category', before: '', after: 'pets' },
      { field: 'description', before: '', after: 'About it' },
      { field: 'startDate', before: '2026-05-01', after: '2026-05-02' },
    ]);
    expect(issues(await report(`id,version,name\n${id}, ,Other`))).toEqual([[2, 'version required']]);
    // A category that is none any more goes with the next change.
    await sql`update campaign set category = 'steam engines' where id = ${id}`.execute(api.deps.db);
    expect((await report(`id,version\n${id},1`)).rows[0]?.changes).toEqual([
      { field: 'category', before: 'steam engines', after: '' },
    ]);
    await sql`update campaign set category = null where id = ${id}`.execute(api.deps.db);
  });

  it('waits for whoever has one of its campaigns, from the oldest on, and for no other campaign', async () => {
    const [first, second, other] = [
      await make(owner, 'One'),
      await make(owner, 'Two'),
      await make(owner, 'Else'),
    ];
    const lock = (id: number) => `select from campaign where id = ${id} for update`;
    // Of those that are locked together PostgreSQL would begin with what was written first.
    await api.pool.query('update campaign set updated_at = now() where id = $1', [first]);
    const csv = `id,version,name\n${second},1,New two\n${first},1,New one`;
    const check = async () => issues(await report(csv));
    const change = async () => {
      await api.pool.query(`${lock(second)} nowait`);
    };
    expect(await whileHeld(api.pool, lock(first), check, 1, change)).toEqual({
      waited: true,
      result: [[2], [3]],
    });
    const edited = `update campaign set version = 2 where id = ${first}`;
    expect(await whileHeld(api.pool, lock(first), check, 1, edited)).toEqual({
      waited: true,
      result: [[2], [3, 'version bulk_version']],
    });
    expect((await whileHeld(api.pool, lock(other), check)).waited).toBe(false);
  });

  it('reads amounts by the rule of the file, and never a thousand as one', async () => {
    const id = await make(owner, 'Amounts');
    const told = async (csv: string) => {
      const [row] = (await report(csv)).rows;
      const change = row?.changes.find(({ field }) => field === 'totalBudget')?.after;
      return change ?? row?.issues.map(({ field, code }) => `${field} ${code}`).join();
    };
    const semicolons = async (amount: string) =>
      await told(`id;version;totalBudget;dailyBudget\n${id};1;${amount};`);
    const commas = async (amount: string) =>
      await told(`id,version,totalBudget,dailyBudget\n${id},1,"${amount}",`);
    expect(await semicolons('4000,5')).toBe('4000.5');
    expect(await semicolons(' 4000.50 ')).toBe('4000.5');
    expect(await semicolons('9999,125')).toBe('9999.125');
    expect(await semicolons('12,3450')).toBe('12.345');
    expect(await semicolons('12345')).toBe('12345');
    for (const amount of ['1.000', '1,000', '12.345', '999,999']) {
      expect(await semicolons(amount), amount).toBe('totalBudget bulk_amount_ambiguous');
    }
    for (const amount of ['1.000,50', '1,000.50', '1 000', '1e3', '0x10', '$5', '+5', '5,', ',5', '1,2,3']) {
      expect(await semicolons(amount), amount).toBe('totalBudget bulk_amount');
    }
    expect(await commas('1234.567')).toBe('1234.567');
    expect(await commas('12.345')).toBe('12.345');
    for (const amount of ['4000,5', '1,000', '1,000.50']) {
      expect(await commas(amount), amount).toBe('totalBudget bulk_amount');
    }
    expect(issues(await report(`id;version;dailyBudget\n${id};1;1.000`))).toEqual([
      [2, 'dailyBudget bulk_amount_ambiguous'],
    ]);
    // An amount that is left out is none that is written wrong.
    expect(issues(await report(`id,version,totalBudget\n${id},1, `))).toEqual([[2, 'totalBudget required']]);
    expect(issues(await report(`id,version\n${id},1.0`))).toEqual([[2, 'version number_not_whole']]);
    expect((await report(`id,version\n${id}.0,1`)).rows).toMatchObject([{ id: null, outcome: 'failed' }]);
  });

  it('leaves names as they are, whatever they look like', async () => {
    const names = ['1,5', 'Sommer 3,50', "'=1", "'quoted'", '1.000', '-1,5', 'Größe "L"; x', "''@a"];
    for (const name of names) await make(owner, name);
    const { raw } = await api.call('GET', '/advertiser/campaigns/bulk', { token: owner.token });
    expect(await report(raw.toString())).toMatchObject({ changed: 0, failed: 0 });
    const id = await make(owner, 'Plain');
    for (const name of names.filter((each) => !/["']/.test(each))) {
      const { rows } = await report(`id;version;name\n${id};1;"${name}"`);
      expect(rows[0]?.changes).toEqual([{ field: 'name', before: 'Plain', after: name }]);
    }
  });

  it('is saved whole or not at all, or without what fails', async () => {
    const [first, second] = [await make(owner, 'First'), await make(owner, 'Second')];
    const csv = `id,version,name\n${second},1,New second\n${first},9,New first`;
    expect(await apply(csv, 'all')).toMatchObject({ changed: 1, failed: 1, applied: false });
    expect((await stored(second)).name).toBe('Second');
    const key = { 'idempotency-key': 'bulk-1' };
    const once = await apply(csv, 'valid', key);
    expect(once).toMatchObject({ changed: 1, failed: 1, applied: true });
    expect([(await stored(first)).name, (await stored(second)).name]).toEqual(['First', 'New second']);
    expect(await apply(csv, 'valid', key)).toEqual(once);
    expect((await stored(second)).version).toBe(2);
  });

  it('moves the budgets of ad sets along, and names those that no longer fit', async () => {
    const id = await make(owner, 'Moved');
    const before = await stored(id);
    const own = before.total_budget_micros / 2n;
    await sql`update ad_set set total_budget_micros = ${own}, daily_budget_micros = null where campaign_id = ${id}`.execute(
      api.deps.db,
    );
    const small = Number(own) / 1_000_000 - 1;
    expect(issues(await report(`id,version,totalBudget,dailyBudget\n${id},1,${small},`))).toEqual([
      [2, 'totalBudget ad_set_budget_exceeds_campaign'],
    ]);
  });

  it('has a header, closed quotes and a thousand rows at most', async () => {
    const code = async (csv: string) => (await check(csv)).error?.issues?.[0]?.code;
    expect(await code('id,version,price\n1,1,2')).toBe('bulk_column_unknown');
    expect(await code('id,name\n1,a')).toBe('bulk_column_missing');
    expect(await code('id,version\n"1')).toBe('bulk_quote');
    const issue = async (csv: string) => (await check(csv)).error?.issues;
    const quote = { path: 'csv.2', code: 'bulk_quote', value: '2', message: expect.stringContaining('2') };
    expect(await issue('id,version\na"b,1')).toEqual([quote]);
    expect(await issue('id,version\n"a"b,1')).toEqual([quote]);
    const column = 'x'.repeat(100);
    expect(await issue(`id,version,${column}yz\n1,1,1`)).toMatchObject([
      { path: `csv.${column}`, value: column },
    ]);
    for (const empty of ['', 'id,version']) {
      expect(await issue(empty)).toEqual([{ path: 'csv', code: 'bulk_empty', message: expect.any(String) }]);
    }
    expect(await code('id,version')).toBe('bulk_empty');
    const rows = Array.from({ length: 1_000 }, (_, at) => `${1_000_000 + at},1`);
    expect(await report(['id,version', ...rows].join('\n'))).toMatchObject({ failed: 1_000 });
    expect(await code(['id,version', ...rows, '7,1'].join('\n'))).toBe('bulk_too_many_rows');
    const long = 'x'.repeat(200_000 - 'id,version\n'.length);
    expect(await code(`id,version\n${long}`)).toBeUndefined();
    expect(await code('')).toBe('bulk_empty');
    expect(await code(`id,version\n${long}y`)).toBe('text_longer_than');
  });
});

it('a draft is dropped and an ad set archived by its advertiser', async () => {
  const call = async (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) =>
    await api.call(method, `/advertiser/${path}`, {
      ...{ token: owner.token },
      ...(body === undefined ? {} : { body }),
    });
  const content = { campaign: { name: 'Half' }, adSet: {} };
  await call('PUT', 'campaign-draft', { step: 'setting', content });
  expect((await call('GET', 'campaign-draft')).data).toMatchObject({ content });
  expect((await call('DELETE', 'campaign-draft', {})).data).toEqual({});
  expect((await call('GET', 'campaign-draft')).data).toBeNull();
  const { campaignId, adSetId } = await createTestCampaign(api.deps, owner.actor, 'Put away');
  expect((await post(`/advertiser/ad-sets/${adSetId}/archive`, {})).data).toEqual({});
  expect((await call('GET', `campaigns/${campaignId}`)).data).toMatchObject({ adSets: [{ archived: true }] });
});
