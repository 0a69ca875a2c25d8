import type { DataExport } from '@placard/contract/data-exports';
import type { PaidDocument } from '@placard/contract/self-billing';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DOCUMENT_LIMITS, inDocumentTurn } from '../../fairness/documents.ts';
import { PASSWORD, type TestUser } from '../../http/testing/test-api.ts';
import { issueInvoice } from '../billing/issue-invoice.ts';
import { newKey, PAYMENT, PaymentWorld } from '../payments/testing/payment-world.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { writeDocuments } from './exported-documents.ts';
import { makeExports } from './make-exports.ts';

let world: PaymentWorld;
/** A publisher who advertises too. */
let owner: TestUser;
beforeAll(async () => {
  world = await PaymentWorld.open();
});
beforeEach(async () => {
  await world.newPublishers();
  owner = await world.api.user({ roles: ['advertiser', 'publisher'], firstName: 'Odile' });
  world.publisher = owner;
});
afterAll(async () => {
  await world.api.close();
});

const db = () => world.api.deps.db;

/** What `documents/` of the archive holds, by name. */
async function archived(documentBytes?: number, user = owner): Promise<Record<string, Uint8Array>> {
  await world.send('POST', '/account/export', { currentPassword: PASSWORD }, user);
  expect(await makeExports(world.api.deps, null, documentBytes)).toBe(1);
  const { export: made } = (await world.get('/account/export', user)).data as { export: DataExport };
  const link = (await world.send('POST', `/account/export/${made.id}/link`, {}, user)).data;
  const { downloadPath: url } = link as { downloadPath: string };
  const { rawPayload } = await world.api.app.inject({ method: 'GET', url });
  const files = Object.entries(unzipSync(new Uint8Array(rawPayload)));
  return Object.fromEntries(
    files.flatMap(([name, bytes]) =>
      name.startsWith('documents/') ? [[name.slice('documents/'.length), bytes]] : [],
    ),
  );
}

async function monthInvoice(month: string, accountId = owner.accountId): Promise<string> {
  const of = { kind: 'month' as const, month, lines: [], notes: [] };
  return await db()
    .transaction()
    .execute(async (trx) => {
      const issued = await issueInvoice(trx, { advertiserId: accountId, amountCents: 5n, of }, world.api.now);
      return `invoice-${issued.label}.pdf`;
    });
}

it('an archive has every document of the account, byte for byte as it is downloaded, and nobody else’s', async () => {
  const asked = await world.api.call('POST', '/advertiser/deposits', {
    token: owner.token,
    body: { amount: 50, gateway: 'manual' },
    headers: newKey(),
  });
  const { id } = asked.data as { id: number };
  await world.api.call('POST', `/operator/deposits/${id}/confirm`, {
    token: world.operator.token,
    body: {},
    headers: newKey(),
  });
  await monthInvoice('2026-02-01');
  await monthInvoice('2026-02-01', world.stranger.accountId);
  const details = { name: 'شركة الفانوس', address: 'Lane 1', country: 'FR', vatNumber: '' };
  await world.send('PUT', '/auth/billing-details', {
    ...{ ...details, registrationNumber: '', isBusiness: true, version: 0 },
  });
  await world.send('PUT', `${PAYMENT}/self-billing`, { agrees: true });
  await world.act(await world.payoutInProcessing(100), 'complete');
  await db()
    .insertInto('earning_month')
    .values({
      ...{ publisher_id: owner.accountId, month: '2026-01-01', earned_micros: 5_000_000n },
      ...{ closed_at: world.api.now, available_sequence: 0n },
    })
    .execute();
  const downloads = new Map([[`statement-2026-01.pdf`, `${PAYMENT}/statements/2026-01/pdf`]]);
  const billed = (await world.get('/advertiser/invoices')).data as {
    items: { number: number; label: string; kind: string }[];
  };
  for (const { number, label, kind } of billed.items) {
    const name = kind === 'deposit' ? 'receipt' : 'invoice';
    downloads.set(`${name}-${label}.pdf`, `/advertiser/invoices/${number}/pdf`);
  }
  const paid = (await world.get(`${PAYMENT}/self-billing/documents`)).data as { items: PaidDocument[] };
  for (const { number, label } of paid.items)
    downloads.set(`self-billing-invoice-${label}.pdf`, `${PAYMENT}/self-billing/documents/${number}/pdf`);

  const files = await archived();
  expect(Object.keys(files).sort()).toEqual([...downloads.keys()].sort());
  expect(downloads.size).toBe(4);
  for (const [name, path] of downloads) {
    const answer = await world.get(path);
    expect([name, answer.status]).toEqual([name, 200]);
    expect(Buffer.from(files[name] ?? []).equals(Buffer.from(answer.raw))).toBe(true);
  }
});

it('of more documents than there is room for the oldest are left out', async () => {
  const first = await monthInvoice('2026-01-01');
  const second = await monthInvoice('2026-02-01');
  const all = await archived();
  expect(Object.keys(all).sort()).toEqual([first, second].sort());
  const room = (all[first]?.length ?? 0) + (all[second]?.length ?? 0);
  expect(Object.keys(await archived(room))).toHaveLength(2);
  expect(Object.keys(await archived(room - 1))).toEqual([second]);
});

it('documents come from the newest on, however PostgreSQL finds them', async () => {
  const names: string[] = [];
  for (const month of ['2026-01-01', '2026-02-01', '2026-03-01'])
    names.unshift(`documents/${await monthInvoice(month)}`);
  const pieces: Buffer[] = [];
  const archive = new ArchiveWriter(1_000, async (piece) => void pieces.push(piece), world.api.now);
  await db()
    .connection()
    .execute(async (connection) => {
      // By its index it would have them in order anyway.
      for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan'])
        await sql.raw(`set enable_${way} = off`).execute(connection);
      const whose = {
        account_id: owner.accountId,
        user_id: owner.actor.userId,
        documentBytes: Number.POSITIVE_INFINITY,
      };
      await writeDocuments({ ...world.api.deps, db: connection }, archive, whose);
      await sql`reset all`.execute(connection);
    });
  await archive.end();
  expect(Object.keys(unzipSync(new Uint8Array(Buffer.concat(pieces))))).toEqual(names);
});

it('an archive whose documents find no turn waits for the next look, and does not fail', async () => {
  const name = await monthInvoice('2026-01-01');
  await world.send('POST', '/account/export', { currentPassword: PASSWORD });
  const { promise, resolve } = Promise.withResolvers<void>();
  const { accountId } = owner;
  const turns = DOCUMENT_LIMITS.perKey + DOCUMENT_LIMITS.waiting;
  const held = Array.from(
    { length: turns },
    async () => await inDocumentTurn({ accountId }, async () => await promise),
  );
  expect(await makeExports(world.api.deps)).toBe(0);
  const { export: waiting } = (await world.get('/account/export')).data as { export: DataExport };
  expect(waiting.status).toBe('waiting');
  resolve();
  await Promise.all(held);
  expect(Object.keys(await archived())).toEqual([name]);
});

it('an archive has what can be drawn, and says what could not be', async () => {
  const broken = await monthInvoice('2026-01-01');
  await sql`update invoice set detail = detail || '{"lines": [{"text": "x", "cents": 0.5}]}'
    where advertiser_id = ${owner.accountId}`.execute(db());
  const whole = await monthInvoice('2026-02-01');
  const files = await archived();
  expect(Object.keys(files)).toEqual([whole, 'MISSING.txt']);
  expect(new TextDecoder().decode(files['MISSING.txt'])).toContain(`not here:\n\n${broken}\n\n`);
});
