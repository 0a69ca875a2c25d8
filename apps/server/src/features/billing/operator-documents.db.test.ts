import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { pdfText } from '../../pdf/testing/pdf-text.ts';
import { issueInvoice } from './issue-invoice.ts';
import { countParts, exportArchive, exportJournal } from './operator-documents.ts';

let api: TestApi;
let operator: TestUser;
let ada: TestUser;
let grace: TestUser;

beforeAll(async () => {
  api = await createTestApi();
  operator = await api.user({ roles: ['operator'] });
  await api.deps.db
    .updateTable('account')
    .set({ time_zone: 'Europe/Berlin' })
    .where('id', '=', operator.accountId)
    .execute();
  ada = await api.user({ roles: ['advertiser'], firstName: 'Ada', lastName: 'Byron' });
  grace = await api.user({ roles: ['advertiser'], firstName: 'Grace', lastName: 'Hopper' });
  await api.deps.db
    .updateTable('network_settings')
    .set({
      time_zone: 'Europe/Berlin',
      seller_name: 'Lantern GmbH',
      seller_address: 'Torstr. 1',
      seller_country: 'DE',
      tax_rates: JSON.stringify([{ country: 'DE', rateBp: 1_900 }]),
    })
    .execute();
  await issue(ada, '2026-01-01', 1_190, '2026-01-31T22:59:59Z');
  await issue(grace, '2026-01-01', 2_380, '2026-01-31T23:00:00Z');
  await issue(ada, '2026-02-01', 100, '2026-02-28T22:59:59Z');
});
afterAll(async () => {
  await api.close();
});

async function issue({ accountId }: TestUser, month: string, cents: number, at: string) {
  const lines = [{ text: () => 'Spring', cents }];
  const invoice = {
    advertiserId: accountId,
    amountCents: BigInt(cents),
    of: { kind: 'month' as const, month, lines, notes: [] },
  };
  await api.deps.db.transaction().execute(async (trx) => await issueInvoice(trx, invoice, new Date(at)));
}

const get = async (path: string, who = operator) => await api.call('GET', path, { token: who.token });
type Listed = { items: { number: number; label: string; amount: number }[]; total: number };
const list = async (query: string) => (await get(`/operator/documents?${query}`)).data as Listed;
const amounts = async (query: string) => (await list(query)).items.map(({ amount }) => amount);
const FEBRUARY = 'from=2026-02-01&to=2026-02-28';

it('lists all accounts’ documents, the newest first, with whose they are and their tax', async () => {
  const { items, total } = await list('');
  expect(total).toBe(3);
  expect(items[2]).toMatchObject({
    label: `INV-${ada.accountId}-0001`,
    kind: 'month',
    account: { id: ada.accountId, name: 'Ada Byron', email: ada.email },
    amount: 11.9,
    tax: 1.9,
    currency: 'USD',
  });
  expect(await amounts('sort=amount')).toEqual([1, 11.9, 23.8]);
  expect(await amounts('pageSize=1&page=2')).toEqual([23.8]);
});

it('finds by name of the document, by account, by kind, and by days of the operator’s zone', async () => {
  expect(await amounts(`search=inv-${ada.accountId}-0002`)).toEqual([1]);
  expect(await amounts(`search=INV-${grace.accountId}-0002`)).toEqual([]);
  expect(await amounts('search=hopper')).toEqual([23.8]);
  expect(await amounts(`search=${ada.email}`)).toEqual([1, 11.9]);
  expect(await amounts('kind=deposit')).toEqual([]);
  expect(await amounts('kind=month&issuedFrom=2026-02-01')).toEqual([1, 23.8]);
  expect(await amounts('issuedTo=2026-01-31')).toEqual([11.9]);
});

it('finds by company and by the name on the document, sorts both ways, and tells equal ones apart', async () => {
  await api.deps.db
    .updateTable('account')
    .set({ company: 'Analytical Engines' })
    .where('id', '=', ada.accountId)
    .execute();
  expect(await amounts('search=analytical')).toEqual([1, 11.9]);
  // What stands on a document stays when its account is called something else.
  await api.deps.db.updateTable('account').set({ company: '' }).where('id', '=', ada.accountId).execute();
  expect(await amounts('search=ada%20b')).toEqual([1, 11.9]);
  expect(await amounts(`account=${grace.accountId}`)).toEqual([23.8]);
  expect(await amounts('sort=-amount')).toEqual([23.8, 11.9, 1]);
  expect(await amounts('sort=issuedAt')).toEqual([11.9, 23.8, 1]);
  const { total, items } = await list(`account=${ada.accountId}&pageSize=1`);
  expect([total, items.map(({ amount }) => amount)]).toEqual([2, [1]]);
});

it('says of one whose deposit it is, and that nothing is to be done about it', async () => {
  const { number } = (await list('')).items[0] ?? { number: 0 };
  const record = (await get(`/operator/documents/${number}`)).data;
  const nothing = { deposit: null, cancels: null, cancelledBy: null, actions: [], withheld: null };
  expect(record).toMatchObject({ ...nothing, account: { id: ada.accountId } });
  expect((await get('/operator/documents/2000000000')).status).toBe(404);
});

it('gives any of them as PDF, and says where there is none', async () => {
  const [{ number, label } = { number: 0, label: '' }] = (await list('')).items;
  const answer = await get(`/operator/documents/${number}/pdf`);
  expect(answer.headers['content-disposition']).toContain(`filename="invoice-${label}.pdf"`);
  expect(pdfText(answer.raw)).toContain(`Invoice ${label}`);
  expect((await get('/operator/documents/2000000000/pdf')).status).toBe(404);
  expect((await get('/operator/documents', ada)).status).toBe(403);
});

it('gives a period as CSV, line by line, and as PDFs in a ZIP, each audited', async () => {
  const journal = (await get(`/operator/documents/journal?${FEBRUARY}`)).raw.toString();
  const lines = journal.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toBe(
    `INV-${grace.accountId}-0001,month,2026-02-01,${grace.accountId},Grace Hopper,,,2026-01-01,2026-01-31,20.00,taxed,19,3.80,23.80,USD,2,Lantern GmbH,DE,,,`,
  );
  expect((await get(`/operator/documents/parts?${FEBRUARY}`)).data).toEqual({ documents: 2, parts: 1 });
  const answer = await get(`/operator/documents/archive?${FEBRUARY}`);
  expect(answer.headers['content-type']).toBe('application/zip');
  const [, from, to] = /from=([\d-]+)&to=([\d-]+)/.exec(FEBRUARY) ?? [];
  expect(answer.headers['content-disposition']).toContain(`documents-${from}-${to}.zip`);
  const files = unzipSync(new Uint8Array(answer.raw));
  expect(Object.keys(files)).toEqual([
    `invoice-INV-${grace.accountId}-0001.pdf`,
    `invoice-INV-${ada.accountId}-0002.pdf`,
  ]);
  for (const bytes of Object.values(files)) expect(pdfText(bytes)).toContain('Lantern GmbH');
  const again = await get(`/operator/documents/archive?${FEBRUARY}`);
  expect(again.raw.equals(answer.raw)).toBe(true);
  const audit = (await get('/operator/audit?subjectKind=document')).data as { items: object[] };
  expect(audit.items).toMatchObject([
    { action: 'document.export', detail: { format: 'zip', documents: 2, part: 1 } },
    { action: 'document.export', detail: { format: 'zip', documents: 2, part: 1 } },
    { action: 'document.export', detail: { format: 'csv', documents: 2 } },
  ]);
});

it('leaves documents in the periods that they were of when the network moves to another zone', async () => {
  const settings = (await get('/operator/settings')).data as object;
  const body = { ...settings, timeZone: 'America/New_York' };
  expect((await api.call('PUT', '/operator/settings', { token: operator.token, body })).status).toBe(200);
  const days = async (period: string) =>
    (await get(`/operator/documents/journal?${period}`)).raw
      .toString()
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[2]);
  expect(await days('from=2026-01-01&to=2026-01-31')).toEqual(['2026-01-31']);
  expect(await days(FEBRUARY)).toEqual(['2026-02-01', '2026-02-28']);
  expect((await get(`/operator/documents/parts?${FEBRUARY}`)).data).toEqual({ documents: 2, parts: 1 });
  await api.deps.db.updateTable('network_settings').set({ time_zone: 'Europe/Berlin' }).execute();
});

it('has no part beyond the last, and no period that ends before it begins', async () => {
  expect((await get(`/operator/documents/archive?${FEBRUARY}&part=2`)).status).toBe(404);
  expect((await get('/operator/documents/parts?from=2020-01-01&to=2020-01-31')).data).toEqual({
    documents: 0,
    parts: 0,
  });
  // A period without documents has one part, with nothing in it.
  const nothing = await get('/operator/documents/archive?from=2020-01-01&to=2020-01-31');
  expect([nothing.status, unzipSync(new Uint8Array(nothing.raw))]).toEqual([200, {}]);
  for (const what of ['journal', 'archive', 'parts']) {
    const answer = await get(`/operator/documents/${what}?from=2026-02-02&to=2026-02-01`);
    expect([what, answer.error?.issues?.[0]?.code]).toEqual([what, 'end_date_before_start']);
  }
  expect((await get('/operator/documents/journal?from=2026-03-01&to=2026-03-01')).raw.toString()).toMatch(
    /^\uFEFFdocument,kind,[^\r]*\r\n$/,
  );
});

it('gives at most 10,000 documents as a journal and 500 in a part, in the order of their numbers', async () => {
  const { db } = api.deps;
  const issued = async (first: number, last: number) =>
    // From the last to the first: how they lie says nothing of their order.
    await sql`insert into invoice (number, series, series_number, advertiser_id, kind, amount_cents, currency, detail, issued_at)
      select 1000 + n, 'INV', 1000 + n, ${ada.accountId}, 'month', n, 'USD', '{"network": "Lantern"}', '2025-06-15T12:00:00Z'
        from generate_series(${last}::integer, ${first}::integer, -1) n`.execute(db);
  const made: object[] = [];
  const make = async (_kind: string, content: object) => {
    made.push(content);
    return new Uint8Array([1]);
  };
  const june = { from: '2025-06-01', to: '2025-06-30' };
  await issued(1, 10_000);
  await exportJournal(api.deps, operator.actor, june, make);
  const [lines] = made.splice(0) as [string[][]];
  expect(lines.map((line) => line[15])).toEqual([
    'number',
    ...Array.from({ length: 10_000 }, (_, n) => `${1_001 + n}`),
  ]);
  expect(await countParts(api.deps, june)).toEqual({ documents: 10_000, parts: 20 });
  await issued(10_001, 10_001);
  await expect(exportJournal(api.deps, operator.actor, june, make)).rejects.toMatchObject({
    issues: [{ path: 'to', code: 'period_too_large' }],
  });
  expect(await countParts(api.deps, june)).toEqual({ documents: 10_001, parts: 21 });
  const labels = async (part: number) => {
    const { name } = await exportArchive(api.deps, operator.actor, { ...june, part }, make);
    expect(name).toBe(`documents-2025-06-01-2025-06-30${part === 1 ? '' : `-${part}`}.zip`);
    // Last of all what they are put into.
    return made
      .splice(0)
      .slice(0, -1)
      .map((content) => ('label' in content ? content.label : null));
  };
  expect(await labels(1)).toEqual(Array.from({ length: 500 }, (_, n) => `INV-${ada.accountId}-${1_001 + n}`));
  expect(await labels(21)).toEqual([`INV-${ada.accountId}-11001`]);
});

it('gives an archive of what can be drawn, with the names of what could not be', async () => {
  const number = 900;
  await sql`insert into invoice (number, series, series_number, advertiser_id, kind, amount_cents, currency, detail, issued_at)
    select ${number} + n, 'INV', ${number} + n, ${ada.accountId}, 'month', n, 'USD',
           case n when 1 then '{"network": "Lantern", "lines": [{"text": "x", "cents": 0.5}]}'
                else '{"network": "Lantern"}' end::jsonb, '2025-05-15T12:00:00Z'
      from generate_series(1, 2) n`.execute(api.deps.db);
  const { raw } = await get('/operator/documents/archive?from=2025-05-01&to=2025-05-31');
  const files = unzipSync(new Uint8Array(raw));
  const names = [1, 2].map((n) => `invoice-INV-${ada.accountId}-0${number + n}.pdf`);
  expect(Object.keys(files)).toEqual([names[1], 'MISSING.txt']);
  expect(new TextDecoder().decode(files['MISSING.txt'])).toContain(names[0]);
});

it('says of a receipt and of a refund whose deposit they are of', async () => {
  const call = async (path: string, body: object, who = operator) => {
    const headers = { 'idempotency-key': path };
    return (await api.call('POST', path, { token: who.token, body, headers })).data;
  };
  const asked = await call('/advertiser/deposits', { amount: 40, gateway: 'manual' }, grace);
  const { id, reference } = asked as { id: number; reference: string };
  await call(`/operator/deposits/${id}/confirm`, {});
  await call(`/operator/deposits/${id}/refunds`, { amount: 10, reason: 'asked for' });
  const record = (await get(`/operator/deposits/${id}`)).data as { documents: { number: number }[] };
  const kinds = record.documents.map(async ({ number }) => {
    const document = (await get(`/operator/documents/${number}`)).data as { kind: string; deposit: object };
    expect(document.deposit).toEqual({ id, reference });
    return document.kind;
  });
  expect(await Promise.all(kinds)).toEqual(['deposit', 'refund']);
});
