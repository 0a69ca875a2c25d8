import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { whileHeld } from '../../http/testing/while-held.ts';
import { BANK, idOf, PAYPAL, PaymentWorld } from './testing/payment-world.ts';

const XSD = readFileSync(fileURLToPath(new URL('./testing/pain.001.001.09.xsd', import.meta.url)));
const NAMES = { p: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' };
const DEBTOR = { accountName: 'Plákard & Söhne', iban: 'NL91 ABNA 0417 1643 00', bic: 'ABNANL2A' };

/** IBANs of several countries, with and without BIC, and names that need writing anew. */
const PAYEES = [
  { ...BANK, accountName: 'Zoë Müller-Lüdenscheidt', swiftCode: '' },
  { ...BANK, iban: 'FR14 2004 1010 0505 0001 3M02 606', swiftCode: 'PSSTFRPP', accountName: 'Œuvre <b>"&\'' },
  { ...BANK, iban: 'GR16 0110 1250 0000 0001 2300 695', swiftCode: '', accountName: 'Νίκος Ψαράς' },
  { ...BANK, iban: 'RS35 2600 0560 1001 6113 79', swiftCode: '', accountName: 'Ђорђе Јовановић' },
  { ...BANK, iban: 'MT84 MALT 0110 0001 2345 MTLC AST0 01S', swiftCode: '', accountName: 'x'.repeat(140) },
];

let world: PaymentWorld;
const schema = XmlDocument.fromBuffer(XSD);
const validator = XsdValidator.fromDoc(schema);

beforeAll(async () => {
  world = await PaymentWorld.open();
  await world.api.deps.db.updateTable('network_settings').set({ currency: 'EUR' }).execute();
});
beforeEach(async () => {
  await world.newPublishers();
  await world.limitIs(0);
  await world.changePayoutSettings({ debtor: DEBTOR });
});
afterAll(async () => {
  await world.api.close();
  validator.dispose();
  schema.dispose();
});

/** A valid document, read by XPath. */
function opened(xml: string) {
  const document = XmlDocument.fromString(xml);
  validator.validate(document);
  const all = (path: string) => document.find(path, NAMES).map((node) => node.content);
  return { all, one: (path: string) => all(path)[0], close: () => document.dispose() };
}

const sepa = async (ids: number[], user = world.operator) => await world.exportBatch(ids, user, 'sepa');
const exported = async (search: string) =>
  (
    (await world.get(`/operator/payouts/exports?search=${search}`, world.operator)).data as {
      items: { id: number; messageId: string; discarded: object | null }[];
    }
  ).items;
async function discard(id: number, reason = 'The bank refused it', user = world.operator) {
  return await world.send('POST', `/operator/payouts/exports/${id}/discard`, { reason }, user);
}

it('the schema is the one that ISO 20022 publishes', () => {
  expect(createHash('sha256').update(XSD).digest('hex')).toBe(
    'de038b373e47b0077b1832ddd81f4b2f1eb25d35721f62da1e38b7f5a09fda24',
  );
  const broken = XmlDocument.fromString(`<Document xmlns="${NAMES.p}"><CstmrCdtTrfInitn/></Document>`);
  expect(() => validator.validate(broken)).toThrow(/GrpHdr/);
  broken.dispose();
});

describe('a SEPA export', () => {
  it('is a valid pain.001.001.09 with exact sums, the payout’s number and only the characters of the SEPA', async () => {
    const ids: number[] = [];
    // Sums that floating-point numbers get wrong.
    const amounts = [50.1, 50.2, 64.35, 1_000_000.01, 99.99];
    for (const [index, details] of PAYEES.entries()) {
      ids.push(await world.payoutInProcessing(amounts[index] ?? 0, details));
    }
    const answer = await sepa(ids);
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain('.xml');
    const xml = answer.raw.toString('utf8');
    const { one, all, close } = opened(xml);
    expect(one('//p:GrpHdr/p:NbOfTxs')).toBe('5');
    expect(one('//p:GrpHdr/p:CtrlSum')).toBe('1000264.65');
    expect(one('//p:PmtInf/p:NbOfTxs')).toBe('5');
    expect(one('//p:PmtInf/p:CtrlSum')).toBe('1000264.65');
    expect(one('//p:GrpHdr/p:MsgId')).toMatch(/^PAYOUTS-20260310-\d+$/);
    expect(one('//p:GrpHdr/p:CreDtTm')).toBe('2026-03-10T12:00:00Z');
    expect(one('//p:ReqdExctnDt/p:Dt')).toBe('2026-03-10');
    expect(one('//p:Dbtr/p:Nm')).toBe('Plakard + Sohne');
    expect(one('//p:DbtrAcct/p:Id/p:IBAN')).toBe('NL91ABNA0417164300');
    expect(one('//p:DbtrAgt/p:FinInstnId/p:BICFI')).toBe('ABNANL2A');
    expect(all('//p:EndToEndId')).toEqual(ids.map((id) => `PO-${id}`));
    expect(all('//p:InstdAmt')).toEqual(amounts.map((amount) => amount.toFixed(2)));
    expect(all('//p:InstdAmt/@Ccy')).toEqual(ids.map(() => 'EUR'));
    expect(all('//p:Cdtr/p:Nm')).toEqual([
      'Zoe Muller-Ludenscheidt',
      "Oeuvre .b.'+'",
      'Nikos Psaras',
      'Djordje Jovanovic',
      'x'.repeat(70),
    ]);
    expect(all('//p:CdtrAcct/p:Id/p:IBAN')).toEqual(PAYEES.map((payee) => payee.iban.replaceAll(' ', '')));
    expect(all('//p:CdtrAgt/p:FinInstnId/p:BICFI')).toEqual(['PSSTFRPP']);
    expect(all('//p:Ustrd')).toEqual(ids.map((id) => `Placard PO-${id}`));
    for (const text of all('//text()')) expect(text).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
    close();
  });

  it('asks for a bank day, and the list of exports says which', async () => {
    await world.goOn('2026-04-02T12:00:00Z');
    const ids = [await world.payoutInProcessing(60)];
    const { one, close } = opened((await sepa(ids)).raw.toString('utf8'));
    expect(one('//p:ReqdExctnDt/p:Dt')).toBe('2026-04-07');
    close();
    const { data } = await world.get(`/operator/payouts/exports?search=PO-${ids[0]}`, world.operator);
    expect(data).toMatchObject({ items: [{ format: 'sepa', executionDay: '2026-04-07' }] });
  });

  it('without a BIC of the paying account is valid too', async () => {
    await world.changePayoutSettings({ debtor: { ...DEBTOR, bic: '' } });
    const answer = await sepa([await world.payoutInProcessing(60)]);
    const { one, close } = opened(answer.raw.toString('utf8'));
    expect(one('//p:DbtrAgt/p:FinInstnId/p:Othr/p:Id')).toBe('NOTPROVIDED');
    close();
  });

  it('of the same payouts is the same file, whenever and whoever asks, and whatever was changed since', async () => {
    const ids = [await world.payoutInProcessing(60), await world.payoutInProcessing(70, PAYEES[1])];
    const first = await sepa(ids);
    await world.goOn('2026-03-12T08:00:00Z');
    await world.changePayoutSettings({ debtor: { ...DEBTOR, accountName: 'Another' } });
    const again = await sepa(ids.toReversed(), world.secondOperator);
    expect(again.raw.equals(first.raw)).toBe(true);
    expect(again.headers['content-disposition']).toBe(first.headers['content-disposition']);
    const { items } = (await world.get('/operator/audit?subjectKind=payout', world.operator)).data as {
      items: { action: string; actor: string; detail: object }[];
    };
    expect(items.slice(0, 2)).toMatchObject([
      { action: 'payout.export_again', actor: 'Second Desk', detail: { payouts: ids, format: 'sepa' } },
      { action: 'payout.export', actor: 'First Desk', detail: { payouts: ids, format: 'sepa' } },
    ]);
    const list = (await world.get(`/operator/payouts?search=PO-${ids[0]}`, world.operator)).data as {
      items: object[];
    };
    expect(list.items[0]).toMatchObject({ export: { format: 'sepa', at: '2026-03-10T12:00:00.000Z' } });
  });

  it('never holds a payout that another export holds', async () => {
    const [a, b] = [await world.payoutInProcessing(60), await world.payoutInProcessing(70)];
    await sepa([a]);
    for (const answer of [
      await sepa([a, b]),
      await world.exportBatch([a]),
      await world.exportBatch([b, a]),
    ]) {
      expect([answer.status, answer.error?.code]).toEqual([409, 'conflict_status']);
      expect(answer.error?.message).toMatch(`PO-${a} was exported on 2026-03-10 in PAYOUTS-20260310-`);
      expect(answer.error).toMatchObject({
        reason: 'export_repeated',
        values: { paymentId: `PO-${a}`, day: '2026-03-10' },
      });
    }
    expect((await world.exportBatch([b])).status).toBe(200);
  });

  it('is not given for a part of its payouts: the bank would carry the rest out a second time', async () => {
    const ids = [await world.payoutInProcessing(60), await world.payoutInProcessing(70)];
    expect((await sepa(ids)).status).toBe(200);
    const other = await world.payoutInProcessing(80);
    for (const others of [ids.slice(0, 1), ids.slice(1), [ids[0] ?? 0, other], [...ids, other]]) {
      const part = await sepa(others);
      expect([part.status, part.error?.code]).toEqual([409, 'conflict_status']);
    }
  });

  it('holds nothing that comes back, and stays where one of it is paid, while it is made or discarded', async () => {
    const { pool } = world.api;
    const id = await world.payoutInProcessing(60);
    const held = `select from payout where id = ${id} for update`;
    const to = (status: string) => `update payout set status = '${status}' where id = ${id}`;
    const outcome = async (answer: ReturnType<typeof sepa>) => (await answer).error?.message;
    expect(await whileHeld(pool, held, async () => await outcome(sepa([id])), 1, to('failed'))).toEqual({
      waited: true,
      result: `PO-${id} is failed now: only payouts in processing can be exported.`,
    });
    await pool.query(to('processing'));
    expect((await sepa([id])).status).toBe(200);
    const [batch] = await exported(`PO-${id}`);
    const back = async () => await outcome(discard(batch?.id ?? 0));
    expect(await whileHeld(pool, held, back, 1, to('completed'))).toEqual({
      waited: true,
      result: `PO-${id} is completed: the bank has carried ${batch?.messageId} out.`,
    });
  });

  it('of overlapping payouts at once is made by one operator only', async () => {
    const ids = [await world.payoutInProcessing(60), await world.payoutInProcessing(70)];
    const answers = await Promise.all([
      sepa(ids),
      sepa(ids.slice(0, 1), world.secondOperator),
      world.exportBatch(ids.slice(1), world.secondOperator),
    ]);
    const files = answers.filter((answer) => answer.status === 200).map((answer) => answer.raw.toString());
    for (const id of ids) {
      expect(files.filter((file) => new RegExp(`PO-${id}\\b`).test(file)).length).toBeLessThanOrEqual(1);
    }
    expect(files.length).toBeGreaterThanOrEqual(1);
  });

  it('is not given any more once one of its payouts has come back', async () => {
    const ids = [await world.payoutInProcessing(60), await world.payoutInProcessing(70)];
    await sepa(ids);
    await world.act(ids[0] ?? 0, 'fail', 'Account closed');
    expect((await sepa(ids)).error?.message).toBe(
      `PO-${ids[0]} is failed now: only payouts in processing can be exported.`,
    );
  });

  it('is not discarded by whom it pays: what the bank carried out would be paid once more', async () => {
    const id = await world.payoutInProcessing(60);
    // Of others as well, who may be many.
    await sepa([await world.payoutInProcessing(70, BANK, world.stranger), id]);
    const [batch] = await exported(`PO-${id}`);
    const payee = await world.api.user({ roles: ['operator'] });
    const { db } = world.api.deps;
    await db
      .insertInto('account_member')
      .values({
        account_id: world.publisher.accountId,
        user_id: payee.id,
        role: 'viewer',
        joined_at: world.api.now,
      })
      .execute();
    expect((await discard(batch?.id ?? 0, 'It was lost', payee)).error?.code).toBe('own_payout');
    expect((await discard(batch?.id ?? 0)).status).toBe(200);
  });

  it('can be discarded, with a reason, as long as the bank has carried nothing out', async () => {
    const ids = [await world.payoutInProcessing(60), await world.payoutInProcessing(70)];
    const before = (await sepa(ids)).raw.toString();
    const [batch] = await exported(`PO-${ids[0]}`);
    const id = batch?.id ?? 0;
    expect((await discard(id, ' ')).error?.issues?.[0]?.code).toBe('reason_required');
    const answers = await Promise.all([discard(id), discard(id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)?.data).toMatchObject({ id, payoutIds: [], count: 2 });
    const audited = world.api.deps.db.selectFrom('audit_log').select(['actor_user_id', 'detail']);
    expect(
      await audited.where('action', '=', 'payout.discard_export').orderBy('id', 'desc').limit(1).execute(),
    ).toEqual([
      {
        actor_user_id: world.operator.id,
        detail: {
          discarded: { before: false, after: true },
          messageId: batch?.messageId,
          payouts: ids,
          reason: 'The bank refused it',
        },
      },
    ]);
    const after = (await sepa(ids.slice(0, 1))).raw.toString();
    expect(after.match(/<MsgId>.*<\/MsgId>/)?.[0]).not.toBe(before.match(/<MsgId>.*<\/MsgId>/)?.[0]);
    const [replacement] = await exported(`PO-${ids[0]}`);
    await world.act(ids[0] ?? 0, 'complete');
    expect((await discard(replacement?.id ?? 0)).error).toMatchObject({
      message: `PO-${ids[0]} is completed: the bank has carried ${replacement?.messageId} out.`,
      reason: 'export_carried_out',
      values: { paymentId: `PO-${ids[0]}`, batch: replacement?.messageId },
    });
    expect((await discard(2_000_000_000)).status).toBe(404);
    expect((await exported(batch?.messageId ?? ''))[0]).toMatchObject({
      discarded: { by: 'First Desk', reason: 'The bank refused it' },
      payoutIds: [],
      count: 2,
      amount: 130,
    });
  });
});

describe('exported batches', () => {
  it('are listed newest first unless asked otherwise, page by page, and one is discarded without the others', async () => {
    // Those of the other tests are from long ago.
    const others = world.api.deps.db.updateTable('payout_export');
    await others.set({ exported_at: new Date('2020-01-01T00:00:00Z') }).execute();
    const ids: number[] = [];
    for (const amount of [60, 70, 80]) {
      ids.push(await world.payoutInProcessing(amount));
      await sepa(ids.slice(-1));
    }
    type Batch = {
      id: number;
      payoutIds: number[];
      discarded: object | null;
    } & Record<'processing' | 'completed' | 'failed', number>;
    const list = async (query: string) =>
      (await world.get(`/operator/payouts/exports?${query}`, world.operator)).data as {
        items: Batch[];
        total: number;
      };
    const listed = async (query: string) => (await list(query)).items.map(({ payoutIds }) => payoutIds[0]);
    const newest = ids.toReversed();
    expect(await listed('pageSize=3')).toEqual(newest);
    expect(await listed('pageSize=2')).toEqual(newest.slice(0, 2));
    expect((await listed('pageSize=2&page=2'))[0]).toBe(newest[2]);
    expect((await listed('sort=exportedAt&pageSize=100')).slice(-3)).toEqual(ids);
    const { total } = await list('');
    await world.act(ids[2] ?? 0, 'fail', 'Account closed');
    await world.act(ids[0] ?? 0, 'complete');
    const [third, second, first] = (await list('pageSize=3')).items;
    expect(
      [third, second, first].map((batch) => [batch?.processing, batch?.completed, batch?.failed]),
    ).toEqual([
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ]);
    expect((await discard(second?.id ?? 0)).status).toBe(200);
    const after = (await list('pageSize=3')).items;
    expect(after.map(({ id, discarded, payoutIds }) => [id, discarded !== null, payoutIds])).toEqual([
      [third?.id, false, third?.payoutIds],
      [second?.id, true, []],
      [first?.id, false, first?.payoutIds],
    ]);
    expect((await list('')).total).toBe(total);
    expect(await listed(`search=PO-${ids[0]}&pageSize=1`)).toEqual([ids[0]]);
    expect([(await list(`search=PO-${ids[0]}`)).total, (await list('search=nothing')).total]).toEqual([1, 0]);
  });

  it('name their payouts in the order of their numbers, in the list as in the file', async () => {
    const ids = [await world.payoutInProcessing(60), await world.payoutInProcessing(70)];
    const writeLast = async (id = 0) =>
      await world.api.pool.query('update payout set reason = reason where id = $1', [id]);
    await writeLast(ids[0]);
    const lines = (await world.exportBatch(ids.toReversed())).raw.toString().split('\r\n');
    expect(lines.slice(1, 3).map((line) => line.split(',')[0])).toEqual(ids.map((id) => `PO-${id}`));
    await writeLast(ids[0]);
    const { data } = await world.get(`/operator/payouts/exports?search=PO-${ids[0]}`, world.operator);
    expect(data).toMatchObject({ items: [{ payoutIds: ids, format: 'csv', executionDay: null }] });
  });
});

describe('what SEPA cannot pay is refused with its reason', () => {
  const messageOf = async (id: number) => (await sepa([id])).error?.message;

  it.each([
    ['PayPal', PAYPAL, 'is paid by PayPal, not by bank transfer.'],
    ['an account number', { ...BANK, iban: '' }, 'has an account number, but no IBAN.'],
    [
      'an IBAN elsewhere',
      { ...BANK, iban: 'TR33 0006 1005 1978 6457 8413 26', swiftCode: '' },
      'has an IBAN outside the SEPA (TR).',
    ],
    [
      'a name in no Latin letters',
      { ...BANK, accountName: '日本' },
      'has an account name without Latin letters.',
    ],
  ])('%s', async (_name, details, why) => {
    const id = await world.payoutInProcessing(60, details);
    expect(await messageOf(id)).toBe(`PO-${id} ${why} Leave them out, or export them as CSV.`);
    expect((await world.exportBatch([id])).status).toBe(200);
  });

  it('a network without a paying account, or of another currency', async () => {
    const id = await world.payoutInProcessing(60);
    await world.changePayoutSettings({ debtor: null });
    expect(await messageOf(id)).toContain('Enter the account that pays');
    const currency = async (to: string) =>
      await world.api.deps.db.updateTable('network_settings').set({ currency: to }).execute();
    await currency('USD');
    try {
      expect(await messageOf(id)).toBe(
        'SEPA moves euros only, and this network pays in USD. Export the payouts as CSV instead.',
      );
    } finally {
      await currency('EUR');
    }
    // A refusal leaves no trace: the payout is still free.
    expect(await exported(`PO-${id}`)).toEqual([]);
  });

  it('what is not in processing, does not exist, or an operator did not ask for', async () => {
    await world.earn(60);
    const id = idOf(await world.withdraw(60, idOf(await world.create())));
    expect(await messageOf(id)).toContain('is pending now');
    expect((await sepa([2_000_000_000])).status).toBe(404);
    expect((await sepa([id], world.publisher)).status).toBe(403);
  });
});
