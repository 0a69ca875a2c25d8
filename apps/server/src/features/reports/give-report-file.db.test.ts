import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { soon } from '@placard/db/testing/soon';
import { ROW_COUNTED } from '@placard/domain/analytics/facts';
import type { Metric } from '@placard/domain/analytics/metrics';
import { decimalOfMicros } from '@placard/domain/micros';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FACT_TABLES } from '../../analytics/fact-tables.ts';
import type { Analytics } from '../../analytics/open-analytics.ts';
import { copyReport, dropLeft } from '../../analytics/report-copy.ts';
import { runBreakdown } from '../../analytics/run-report.ts';
import { openTestAnalytics } from '../../analytics/testing/test-analytics.ts';
import { AppError } from '../../api/app-error.ts';
import type { StreamedFile } from '../../api/streamed-file.ts';
import { NobodyWaits } from '../../fairness/turns.ts';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { giveReportFile, openReportFiles } from './give-report-file.ts';

const ROWS = 5_003;
const DAYS = { from: '2026-02-20', to: '2026-03-10' };
const METRICS: readonly Metric[] = ['impressions', 'clicks', 'ctr', 'spend', 'averageCpm'];
const BY = 'adSet,country,date';

let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let api: TestApi;
let user: TestUser;
let other: TestUser;

/** So many rows of an advertiser, each of another ad set, country and day; some sums alike. */
async function insertFacts(advertiserId: number, rows: number, first = 0): Promise<void> {
  const columns =
    'bucket, day, advertiser_id, campaign_id, ad_set_id, country, kind, impressions, clicks, charged_micros';
  await analytics.client.command({
    query: `insert into ${FACT_TABLES.byAdvertiser} (${columns})
            select toDateTime('2026-03-0' || toString(1 + n % 7) || ' 12:00:00', 'UTC'), toDate('2026-03-01') + n % 7,
                   {advertiser:UInt32}, 7, 1 + intDiv(n, 14), if(n % 14 < 7, 'DE', ''), ${ROW_COUNTED},
                   n % 50, n % 3, n * 1234567 + 1 + n % 7
              from (select toInt64(number) + {first:UInt32} as n from numbers({rows:UInt32}))`,
    query_params: { advertiser: advertiserId, rows, first },
  });
}

beforeAll(async () => {
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  api = await createTestApi({ analytics });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  [user, other] = [await api.user({ roles: ['advertiser'] }), await api.user({ roles: ['advertiser'] })];
  await insertFacts(user.accountId, ROWS);
  await insertFacts(other.accountId, 3);
});
afterAll(async () => {
  await api.close();
  await endAnalytics();
});
afterEach(async () => {
  // Whatever happened to a file, nothing of it stays.
  await soon(async () => expect([await copies(), openReportFiles()]).toEqual([[], 0]));
});

async function copies(): Promise<string[]> {
  const answer = await analytics.client.query({
    query: `select name from system.tables where name like 'placard_report_copy%'`,
    format: 'JSONEachRow',
  });
  return (await answer.json<{ name: string }>()).map(({ name }) => name);
}

const deps = () => ({ ...api.deps, analytics });
const question = { ...DAYS, metrics: METRICS.join(), by: BY };

async function file(
  format: 'csv' | 'parquet',
  more: Partial<Record<'sort' | 'by' | 'filter' | 'metrics', string>> = {},
  { whose = user, gone = new AbortController().signal, mostRows = 1_000_000 } = {},
): Promise<StreamedFile> {
  const scope = { advertiserId: whose.accountId };
  return await giveReportFile(
    deps(),
    whose.actor,
    scope,
    { ...question, ...more, format },
    { gone, mostRows },
  );
}

const bytesOf = async (given: StreamedFile) => Buffer.from(await new Response(given.content).arrayBuffer());

/** The lines of a file that has no quotes in it. */
async function linesOf(given: StreamedFile): Promise<string[][]> {
  const text = (await bytesOf(given)).toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  return text
    .slice(1, -2)
    .split('\r\n')
    .map((line) => line.split(','));
}

/** The whole result at once, written down by hand. */
async function naiveLines(): Promise<string[][]> {
  const { rows } = await runBreakdown(
    deps(),
    { advertiserId: user.accountId },
    {
      ...DAYS,
      ...{ metrics: METRICS, by: ['adSet', 'country', 'date'], timeZone: 'UTC', limit: 10_000 },
    },
  );
  const money = (value: unknown) => (typeof value === 'bigint' ? decimalOfMicros(value) : '');
  return rows.map(({ dims, metrics: { impressions, clicks, ctr, spend, averageCpm } }) => [
    ...[dims.adSet ?? '', '', dims.country ?? '', dims.date ?? ''],
    ...[
      String(impressions),
      String(clicks),
      ctr === null ? '' : String(ctr),
      money(spend),
      money(averageCpm),
    ],
  ]);
}

const sorted = (lines: readonly (readonly string[])[]) => lines.map((line) => line.join()).toSorted();

describe('a report as a file', () => {
  it('has every row once, across the edges of its pages, the largest first', async () => {
    const given = await file('csv');
    expect([given.name, given.type, given.rowCount]).toEqual([
      'report-2026-02-20-2026-03-10.csv',
      'text/csv',
      ROWS,
    ]);
    const [head, ...lines] = await linesOf(given);
    expect(head).toEqual(['adSetId', 'adSet', 'country', 'date', ...METRICS]);
    const naive = await naiveLines();
    expect(lines).toHaveLength(ROWS);
    expect(sorted(lines)).toEqual(sorted(naive));
    const impressions = lines.map((line) => Number(line[4]));
    expect(impressions).toEqual(impressions.toSorted((a, b) => b - a));
    expect(Number.isInteger(given.bytesAbout)).toBe(true);
    const size = (await bytesOf(await file('csv'))).length;
    expect(Math.abs(given.bytesAbout - size) / size).toBeLessThan(0.1);
  });

  it('is ordered by numbers as numbers, unknown ratios last', async () => {
    const [, ...byAdSet] = await linesOf(await file('csv', { sort: 'adSet' }));
    const ids = byAdSet.map((line) => Number(line[0]));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const [, ...byRatio] = await linesOf(await file('csv', { sort: 'ctr' }));
    const unknown = byRatio.map((line) => line[6] === '');
    expect(unknown.filter(Boolean).length).toBeGreaterThan(50);
    expect(unknown.indexOf(true)).toBe(ROWS - unknown.filter(Boolean).length);
  });

  it('is ordered by its first figure where nobody says by what', async () => {
    const [, ...lines] = await linesOf(await file('csv', { metrics: 'ctr,impressions' }));
    const ratios = lines.map((line) => (line[4] === '' ? -1 : Number(line[4])));
    expect(new Set(ratios).size).toBeGreaterThan(3);
    expect(ratios).toEqual(ratios.toSorted((a, b) => b - a));
  });

  it('is of one moment, however slowly it is taken', async () => {
    const before = sorted(await naiveLines());
    const given = await file('csv');
    await insertFacts(user.accountId, ROWS);
    const [, ...lines] = await linesOf(given);
    expect(sorted(lines)).toEqual(before);
    expect(sorted((await linesOf(await file('csv'))).slice(1))).not.toEqual(before);
  });

  it('as Parquet has the same rows, typed, also for another reader', async () => {
    const given = await file('parquet', { sort: 'adSet' });
    expect(given.type).toBe('application/vnd.apache.parquet');
    const bytes = await bytesOf(given);
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    const [, ...lines] = await linesOf(await file('csv', { sort: 'adSet' }));
    expect(rows).toHaveLength(ROWS);
    const micros = (value: number) => decimalOfMicros(BigInt(Math.round(value * 1e6)));
    expect(
      rows.map(({ adSetId, adSet, country, date, impressions, clicks, ctr, spend, averageCpm }) => [
        ...[String(adSetId), adSet, country, (date as Date).toISOString().slice(0, 10)],
        ...[String(impressions), String(clicks), ctr === null ? '' : String(ctr)],
        ...[micros(spend), averageCpm === null ? '' : micros(averageCpm)],
      ]),
    ).toEqual(lines);
    const folder = await mkdtemp(join(tmpdir(), 'placard-parquet-'));
    try {
      const path = join(folder, 'report.parquet');
      await writeFile(path, bytes);
      const answer = await analytics.client.query({
        query: `select toTypeName(adSetId) as id, toTypeName(date) as day, toTypeName(spend) as money, toTypeName(ctr) as ratio,
                       toString(sum(spend)) as total, toString(count()) as rows
                  from file({path:String}, 'Parquet') group by 1, 2, 3, 4`,
        query_params: { path },
        format: 'JSONEachRow',
      });
      const total = lines.reduce((sum, line) => sum + BigInt((line[7] ?? '').replace('.', '')), 0n);
      const [found] = await answer.json<Record<string, string>>();
      expect(found).toEqual({
        ...{ id: 'Nullable(Int64)', day: 'Nullable(Date32)', ratio: 'Nullable(Float64)' },
        ...{ money: 'Nullable(Decimal(28, 6))', rows: String(ROWS) },
        total: decimalOfMicros(total).replace(/\.?0+$/, ''),
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each(['csv', 'parquet'] as const)('without a row is a %s with its columns', async (format) => {
    const given = await file(format, { filter: 'country:FR' });
    expect([given.rowCount, given.bytesAbout]).toEqual([0, format === 'csv' ? 0 : 0]);
    const bytes = await bytesOf(given);
    if (format === 'csv') expect(bytes.toString('utf8')).toContain('adSetId,adSet,country,date');
    else expect(await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).toEqual([]);
  });

  it('is one of an account at a time; the next is refused in words, another account is not', async () => {
    const first = await file('csv');
    const refused = await file('csv').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'report_file_running', status: 429, retryAfterSeconds: 10 });
    await bytesOf(await file('parquet', {}, { whose: other }));
    await first.content.cancel();
    await soon(async () => await bytesOf(await file('csv')));
  });

  it('fails in words where its rows are lost on the way, instead of ending short', async () => {
    const given = await file('csv');
    const reader = given.content.getReader();
    expect((await reader.read()).value?.length).toBeGreaterThan(1_000);
    const [table] = await copies();
    expect(table).toMatch(/^placard_report_copy_\d{10}_[0-9a-f]{16}$/);
    await analytics.client.command({ query: `truncate table ${table}` });
    await expect(reader.read()).rejects.toThrow(`of ${ROWS} rows only 2000 are there`);
    await expect(reader.read()).rejects.toThrow();
  });

  it('has a dimension and a figure', async () => {
    const scope = { advertiserId: user.accountId };
    const query = { ...DAYS, timeZone: 'UTC', metrics: METRICS };
    const caller = { key: 'account 1', gone: new AbortController().signal, mostRows: 5 };
    await expect(copyReport({ analytics }, scope, query, caller)).rejects.toThrow(RangeError);
    await expect(copyReport({ analytics }, scope, { ...query, by: [] }, caller)).rejects.toThrow(RangeError);
    // Nor is one begun for whoever is gone.
    const asked = vi.spyOn(analytics.client, 'command');
    const gone = AbortSignal.abort(new Error('gone'));
    const copied = copyReport({ analytics }, scope, { ...query, by: ['country'] }, { ...caller, gone });
    await expect(copied).rejects.toThrow('gone');
    expect(asked.mock.calls.map(([{ query: text }]) => text.slice(0, 12))).not.toContain('create table');
    asked.mockRestore();
  });

  it('that was made ends nothing any more when whoever asked goes', async () => {
    const gone = new AbortController();
    await bytesOf(await file('csv', {}, { whose: other, gone: gone.signal }));
    const told = [vi.spyOn(analytics.client, 'query'), vi.spyOn(analytics.client, 'command')];
    gone.abort();
    for (const asked of told) {
      expect(asked).not.toHaveBeenCalled();
      asked.mockRestore();
    }
  });

  it('refuses one row too many, at the field that makes them', async () => {
    const most = async (mostRows: number) => await file('csv', {}, { whose: other, mostRows });
    expect(await linesOf(await most(3))).toHaveLength(4);
    const refused = await most(2).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'by', code: 'report_file_too_long' }],
    });
  });

  it('ends the engine’s work when whoever asked goes before it is answered', async () => {
    const many = await api.user({ roles: ['advertiser'] });
    await insertFacts(many.accountId, 300_000);
    const gone = new AbortController();
    const asked = file('csv', {}, { whose: many, gone: gone.signal }).catch((error: unknown) => error);
    const running = async () => {
      const answer = await analytics.client.query({
        query: `select query_id from system.processes where startsWith(lower(query), 'create table placard_report_copy')`,
        format: 'JSONEachRow',
      });
      return (await answer.json()).length;
    };
    await vi.waitFor(async () => expect(await running()).toBe(1), { interval: 5, timeout: 20_000 });
    gone.abort();
    expect(await asked).toBeInstanceOf(NobodyWaits);
    expect(await running()).toBe(0);
  }, 60_000);

  it('removes what a process that died has left, and nothing of who is at work', async () => {
    const at = (seconds: number) => `placard_report_copy_${Math.floor(Date.now() / 1_000) - seconds}_0123`;
    for (const name of [at(7_200), at(60)])
      await analytics.client.command({
        query: `create table ${name} (n UInt32) engine = MergeTree order by n`,
      });
    await dropLeft({ analytics }, 3_600);
    expect(await copies()).toEqual([expect.stringMatching(/_0123$/)]);
    await dropLeft({ analytics }, 0);
    expect(await copies()).toEqual([]);
    // Whoever asks for a file removes those that are an hour old.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 4, 13, 12));
    for (const name of [at(3_600), at(3_599)])
      await analytics.client.command({
        query: `create table ${name} (n UInt32) engine = MergeTree order by n`,
      });
    const given = await file('csv', {}, { whose: other });
    const [left, made] = (await copies()).toSorted();
    expect([left, made?.slice(0, 31)]).toEqual([at(3_599), at(0).slice(0, 31)]);
    await given.content.cancel();
    await dropLeft({ analytics }, 0);
    clock.mockRestore();
  });
});

describe('a report as a file, over HTTP', () => {
  const url = () =>
    `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/api/advertiser/report/file`;
  const ask = async (
    more: Readonly<Record<string, string>> = {},
    options: { readonly signal?: AbortSignal } = {},
  ) =>
    await fetch(`${url()}?${new URLSearchParams({ ...question, ...more })}`, {
      headers: { authorization: `Bearer ${user.token}` },
      ...options,
    });

  it('comes in pieces, with its name, its rows and about how long it will be', async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="report-2026-02-20-2026-03-10.csv"',
      'placard-file-rows': String(ROWS),
      'placard-report-source': 'facts',
    });
    expect(headers['content-length']).toBeUndefined();
    expect((await answer.text()).split('\r\n')).toHaveLength(ROWS + 2);
  });

  it.each([
    ['by', { by: 'publisher' }, 'report_refused', 'by'],
    ['by', { by: 'adSet,adSet' }, 'report_refused', 'by'],
    ['format', { format: 'xlsx' }, expect.anything(), 'format'],
    ['metrics', { metrics: 'earnings' }, 'report_refused', 'metrics'],
    ['to', { to: '2026-02-01' }, 'end_date_before_start', 'to'],
    ['filter', { filter: 'adSet:x' }, 'report_refused', 'filter'],
  ])('refuses at %s', async (_, more, code, path) => {
    const answer = await ask(more);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: { issues: [{ path, code }] } });
  });

  it('ends when the connection does', async () => {
    const gone = new AbortController();
    const answer = await ask({ format: 'parquet' }, { signal: gone.signal });
    expect(openReportFiles()).toBe(1);
    gone.abort();
    await expect(answer.arrayBuffer()).rejects.toThrow();
    await soon(() => expect(openReportFiles()).toBe(0));
  });
});
