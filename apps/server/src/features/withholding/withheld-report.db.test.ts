import { WITHHELD_LISTED, type WithheldYear } from '@placard/contract/withholding';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import { PaymentWorld } from '../payments/testing/payment-world.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await PaymentWorld.open();
  await sql`update network_settings set time_zone = 'Europe/Berlin', currency = 'EUR'`.execute(
    world.api.deps.db,
  );
});
beforeEach(async () => {
  await world.newPublishers();
});
afterAll(async () => {
  await world.api.close();
});

async function create(change: Readonly<Record<string, unknown>>): Promise<void> {
  const rate = { publisherId: world.publisher.accountId, country: null, lastDay: null, reason: 'By law' };
  const set = await world.send('POST', '/operator/withholding-rates', { ...rate, ...change }, world.operator);
  expect(set.status).toBe(200);
}
async function named(): Promise<void> {
  const details = { name: 'Field', address: 'Row 1', country: 'AT', vatNumber: '', isBusiness: false };
  const body = { ...details, registrationNumber: 'TIN 12', version: 0 };
  expect((await world.send('PUT', '/auth/billing-details', body)).status).toBe(200);
}
async function paid(amount: number): Promise<void> {
  expect((await world.act(await world.payoutInProcessing(amount), 'complete')).status).toBe(200);
}
const report = async (year: number) =>
  (await world.get(`/operator/withheld?year=${year}`, world.operator)).data as {
    items: WithheldYear[];
    sums: object;
  };

describe('the report of withheld tax', () => {
  it('is by publisher, country and rate, of what was paid in the year of the network’s', async () => {
    await named();
    await world.goOn('2025-12-01T12:00:00Z');
    await create({ fromDay: '2025-12-02', withholdingPercent: 12.5 });
    await world.goOn('2025-12-31T22:59:59Z');
    await paid(80);
    await world.goOn('2025-12-31T23:00:00Z');
    await paid(60);
    const { items, sums } = await report(2025);
    expect(items).toEqual([
      expect.objectContaining({
        ...{ country: 'AT', registrationNumber: 'TIN 12', isBusiness: false, withholdingPercent: 12.5 },
        ...{ payouts: 1, amount: 80, withheld: 10, net: 70 },
      }),
    ]);
    expect(sums).toEqual({ payouts: 1, amount: 80, withheld: 10, net: 70 });
    const ofNext = (await report(2026)).items.filter(
      ({ publisher }) => publisher.id === items[0]?.publisher.id,
    );
    expect(ofNext).toMatchObject([{ amount: 60, withheld: 7.5 }]);
    const csv = (await world.get('/operator/withheld/csv?year=2025', world.operator)).raw.toString();
    expect(csv).toContain(`,AT,,TIN 12,no,12.5,1,80.00,10.00,70.00,EUR\r\n`);
    expect((await world.get('/operator/withheld?year=2025')).status).toBe(403);
    // A network that moves later keeps its years.
    await world.goOn('2026-01-02T12:00:00Z');
    const settings = (await world.get('/operator/settings', world.operator)).data as object;
    const moved = { ...settings, timeZone: 'America/New_York' };
    expect((await world.send('PUT', '/operator/settings', moved, world.operator)).status).toBe(200);
    expect((await report(2025)).sums).toEqual(sums);
    await world.api.deps.db.updateTable('network_settings').set({ time_zone: 'Europe/Berlin' }).execute();
  });

  it('has a line for each publisher and rate, most tax first, of completed payouts alone, and their sums', async () => {
    const { publisher, stranger } = world;
    await named();
    await world.goOn('2024-06-01T12:00:00Z');
    const range = { fromDay: '2024-06-02', lastDay: '2024-06-04' };
    await create({ ...range, withholdingPercent: 10 });
    await create({ ...range, publisherId: stranger.accountId, withholdingPercent: 20 });
    await create({ fromDay: '2024-06-05', withholdingPercent: 30 });
    await world.goOn('2024-06-03T12:00:00Z');
    await paid(100);
    await paid(60);
    await world.act(await world.payoutInProcessing(70), 'fail', 'Unknown account');
    world.publisher = stranger;
    await paid(100);
    await world.payoutInProcessing(80);
    world.publisher = publisher;
    await world.goOn('2024-06-05T12:00:00Z');
    await paid(60);
    // Of which nothing is withheld.
    world.publisher = stranger;
    await paid(90);
    const { data } = await world.get('/operator/withheld?year=2024', world.operator);
    const line = (user: TestUser, ...[percent, payouts, amount, withheld]: readonly number[]) => ({
      ...{ publisher: expect.objectContaining({ id: user.accountId }), withholdingPercent: percent },
      ...{ payouts, amount, withheld },
    });
    expect(data).toMatchObject({
      items: [
        { ...line(stranger, 20, 1, 100, 20), country: null, registrationNumber: '', isBusiness: null },
        line(publisher, 30, 1, 60, 18),
        line(publisher, 10, 2, 160, 16),
      ],
      sums: { payouts: 4, amount: 320, withheld: 54, net: 266 },
      currency: 'EUR',
    });
    const csv = (await world.get('/operator/withheld/csv?year=2024', world.operator)).raw.toString();
    const [header, first, ...others] = csv.replace('\uFEFF', '').trim().split('\r\n');
    expect(header).toBe(
      'year,publisher_id,publisher,email,country,vat_number,registration_number,business,withholding_percent,payouts,amount,withheld_tax,net,currency',
    );
    expect(first).toMatch(new RegExp(`^2024,${stranger.accountId},[^,]+,${stranger.email},,,,,20,1,100.00,`));
    expect(others).toHaveLength(2);
    const { rows } = await sql`
      select actor_user_id as actor, detail from audit_log where action = 'withholding_rate.export_withheld'
       order by id desc limit 1`.execute(world.api.deps.db);
    expect(rows).toEqual([{ actor: world.operator.id, detail: { year: 2024, lines: 3 } }]);
  });

  it(`names ${WITHHELD_LISTED} lines, and sums all of them`, async () => {
    await create({ fromDay: '2026-03-11', withholdingPercent: 10 });
    await world.goOn('2026-03-11T12:00:00Z');
    const before = await report(2023);
    await paid(100);
    await sql`
      insert into payout (publisher_id, amount_micros, method, payment_profile_id, details_sealed, status, requested_at,
                          processed_at, completed_at, decided_by, withholding_bp, withheld_micros)
      select publisher_id, amount_micros, method, payment_profile_id, details_sealed, status, requested_at,
             processed_at, '2023-06-01', decided_by, n, 10000
        from payout, generate_series(1, ${WITHHELD_LISTED + 1}::int) n
       where publisher_id = ${world.publisher.accountId}`.execute(world.api.deps.db);
    expect(before.items).toEqual([]);
    const { items, sums } = await report(2023);
    // Of the same tax the lower rate comes first.
    expect(items.slice(0, 2).map(({ withholdingPercent }) => withholdingPercent)).toEqual([0.01, 0.02]);
    expect([items.length, sums]).toEqual([
      WITHHELD_LISTED,
      expect.objectContaining({ payouts: WITHHELD_LISTED + 1 }),
    ]);
  });
});
