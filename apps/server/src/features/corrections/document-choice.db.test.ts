import type { CorrectableDocument } from '@placard/contract/corrections';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import { issueInvoice } from '../billing/issue-invoice.ts';
import { PaymentWorld } from '../payments/testing/payment-world.ts';

let world: PaymentWorld;
let advertiser: TestUser;
let other: TestUser;

beforeAll(async () => {
  world = await PaymentWorld.open();
});
afterAll(async () => {
  await world.api.close();
});
beforeEach(async () => {
  advertiser = await world.api.user({ roles: ['advertiser'] });
  other = await world.api.user({ roles: ['advertiser'] });
});

/** An invoice of each of the first months of a year. */
async function invoices(count: number, of: TestUser): Promise<void> {
  for (let month = 1; month <= count; month += 1) {
    await world.api.deps.db.transaction().execute(
      async (trx) =>
        await issueInvoice(
          trx,
          {
            advertiserId: of.accountId,
            amountCents: 1_000n,
            of: {
              kind: 'month',
              month: `2026-0${month}-01`,
              lines: [{ text: () => 'Autumn', cents: 1_000 }],
              notes: [],
            },
          },
          world.api.deps.clock(),
        ),
    );
  }
}

type Answer = { readonly items: CorrectableDocument[]; readonly next: string | null };
const ask = async (query: string) => {
  const path = `/operator/corrections/documents?accountId=${advertiser.accountId}&${query}`;
  return (await world.get(path, world.operator)).data as Answer;
};

it('documents to correct come in parts, and say that there are older ones', async () => {
  await invoices(3, advertiser);
  const all = (await ask('')).items;
  expect(all.map(({ number }) => number)).toEqual(all.map(({ number }) => number).toSorted((a, b) => b - a));
  expect(await ask('limit=3')).toMatchObject({ items: { length: 3 }, next: null });
  const { items, next } = await ask('limit=2');
  expect(items).toEqual(all.slice(0, 2));
  expect((await ask(`limit=2&before=${next}`)).items).toEqual(all.slice(2));
});

it('a document is found by its whole name, or by a number that it bears, among the account’s', async () => {
  await invoices(2, other);
  await invoices(3, advertiser);
  const found = async (search: string) =>
    (await ask(`search=${encodeURIComponent(search)}`)).items.map(({ number }) => number);
  const [newest, , oldest] = (await ask('')).items;
  if (newest === undefined || oldest === undefined) throw new Error('three were made');
  expect(await found(oldest.label.toLowerCase())).toEqual([oldest.number]);
  expect(await found('0001')).toContain(oldest.number);
  expect(await found(String(newest.number))).toContain(newest.number);
  expect(await found('0001')).not.toContain(newest.number);
  expect(await found(oldest.label.replace(`-${advertiser.accountId}-`, `-${other.accountId}-`))).toEqual([]);
  expect(await found('Autumn')).toEqual([]);
  expect((await found('')).length).toBe(3);
});
