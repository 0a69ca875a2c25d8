import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { BANK, codesOf, idOf, PAYMENT, PAYPAL, PaymentWorld } from './testing/payment-world.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await PaymentWorld.open();
});
beforeEach(async () => {
  await world.newPublishers();
});
afterAll(async () => {
  await world.api.close();
});

type Profile = { id: number; name: string; isDefault: boolean; version: number; label: string };
const profiles = async (user = world.publisher) =>
  ((await world.get(`${PAYMENT}/profiles`, user)).data as { items: Profile[] }).items;

describe('payment profiles', () => {
  it('are added, renamed, given other details, preferred and deleted', async () => {
    const first = await world.create();
    expect(first.data).toMatchObject({ name: 'Main', type: 'bank_account', isDefault: true, version: 1 });
    expect((first.data as { masked: object }).masked).toEqual({
      accountName: 'A••• B•••',
      bankName: 'First Bank',
      iban: 'DE •••• 3000',
      accountNumber: '•••• 0777',
      routingNumber: '•••• 0021',
      swiftCode: '••••',
      bankAddress: '••••',
    });
    const second = await world.create(PAYPAL, 'Wallet');
    expect(second.data).toMatchObject({ isDefault: false, label: 'a•••@•••.test' });
    const renamed = await world.send('PUT', `${PAYMENT}/profiles/${idOf(first)}`, {
      name: 'Bank',
      version: 1,
    });
    expect(renamed.data).toMatchObject({ name: 'Bank', version: 2, label: 'First Bank DE •••• 3000' });
    const stale = await world.send('PUT', `${PAYMENT}/profiles/${idOf(first)}`, { name: 'Late', version: 1 });
    expect(stale.error?.code).toBe('conflict_version');
    expect((await world.send('POST', `${PAYMENT}/profiles/${idOf(second)}/default`, {})).data).toMatchObject({
      isDefault: true,
    });
    expect((await profiles()).map((row) => [row.name, row.isDefault])).toEqual([
      ['Wallet', true],
      ['Bank', false],
    ]);
    expect((await world.send('DELETE', `${PAYMENT}/profiles/${idOf(second)}`, {})).data).toEqual({});
    expect((await profiles()).map((row) => [row.name, row.isDefault])).toEqual([['Bank', false]]);
    expect((await world.send('DELETE', `${PAYMENT}/profiles/${idOf(second)}`, {})).status).toBe(404);
    const erased = await world.api.deps.db
      .selectFrom('payment_profile')
      .select(['details_sealed', 'masked'])
      .where('id', '=', idOf(second))
      .executeTakeFirstOrThrow();
    expect([erased.details_sealed.length, erased.masked]).toEqual([0, {}]);
  });

  it('leave a trace of every change, without a detail, and a mail of those that lead money elsewhere', async () => {
    const { db } = world.api.deps;
    const mails = async () =>
      Number(
        (
          await db
            .selectFrom('mail_outbox')
            .select((eb) => eb.fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      );
    const before = await mails();
    const first = idOf(await world.create());
    const second = idOf(await world.create(PAYPAL, 'Wallet'));
    expect((await mails()) - before).toBe(2);
    const change = async (body: object) => await world.send('PUT', `${PAYMENT}/profiles/${first}`, body);
    await change({ name: 'Bank', version: 1 });
    expect((await mails()) - before).toBe(2);
    expect(
      codesOf(
        await change({ name: 'Bank', version: 2, details: { ...BANK, iban: 'DE88370400440532013000' } }),
      ),
    ).toEqual(['details.iban iban_invalid']);
    // Check digits are right, but no IBAN of Germany has this length.
    const tooShort = { ...BANK, iban: 'DE66500105175407324', swiftCode: '' };
    expect(codesOf(await change({ name: 'Bank', version: 2, details: tooShort }))).toEqual([
      'details.iban iban_invalid',
    ]);
    // Written as a BIC is, of a country that is none.
    const nowhere = { ...BANK, iban: '', swiftCode: 'COBAXX33' };
    expect(codesOf(await change({ name: 'Bank', version: 2, details: nowhere }))).toEqual([
      'details.swiftCode swift_invalid',
    ]);
    expect(codesOf(await world.create(nowhere))).toEqual(['details.swiftCode swift_invalid']);
    await change({ name: 'Bank', version: 2, details: BANK });
    expect((await mails()) - before).toBe(3);
    const prefer = async (id: number) => await world.send('POST', `${PAYMENT}/profiles/${id}/default`, {});
    // A second time changes nothing, so it leaves no trace either.
    await prefer(second);
    await prefer(second);
    await world.send('DELETE', `${PAYMENT}/profiles/${second}`, {});
    const told = await db
      .selectFrom('audit_log')
      .select(['action', 'subject_id', 'detail'])
      .where('action', 'like', 'payment_profile.%')
      .where('actor_user_id', '=', world.publisher.id)
      .orderBy('id')
      .execute();
    expect(told.map(({ action, subject_id, detail }) => [action.slice(16), subject_id, detail])).toEqual([
      ['create', first, { name: 'Main', type: 'bank_account', isDefault: true }],
      ['create', second, { name: 'Wallet', type: 'paypal', isDefault: false }],
      ['update', first, { name: { before: 'Main', after: 'Bank' }, detailsReplaced: false }],
      ['update', first, { detailsReplaced: true }],
      ['set_default', second, { default: { before: first, after: second } }],
      ['delete', second, { name: 'Wallet', deleted: { before: false, after: true } }],
    ]);
  });

  it('do not exist for anybody else', async () => {
    const path = `${PAYMENT}/profiles/${idOf(await world.create())}`;
    const answers = [
      await world.send('PUT', path, { name: 'Mine', version: 1 }, world.stranger),
      await world.send('POST', `${path}/default`, {}, world.stranger),
      await world.send('DELETE', path, {}, world.stranger),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.error?.code]).toEqual([404, 'payment_profile_not_found']);
    }
    expect(await profiles(world.stranger)).toEqual([]);
    expect(await profiles()).toHaveLength(1);
  });

  it('have one default, also when two are added or preferred at once', async () => {
    const made = await Promise.all([
      world.create(BANK, 'a'),
      world.create(PAYPAL, 'b'),
      world.create(PAYPAL, 'c'),
    ]);
    expect((await profiles()).filter((row) => row.isDefault)).toHaveLength(1);
    const answers = await Promise.all(
      made.map(async (one) => await world.send('POST', `${PAYMENT}/profiles/${idOf(one)}/default`, {})),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await profiles()).filter((row) => row.isDefault)).toHaveLength(1);
  });

  it('show no more than was typed, and keep their order', async () => {
    const little = {
      type: 'bank_account',
      accountName: 'Ada',
      accountNumber: '532013000777',
      bankName: 'First',
    };
    const first = await world.create({ ...little, routingNumber: '021000021' }, 'Little');
    expect(first.data).toMatchObject({ label: 'First •••• 0777' });
    expect((first.data as { masked: object }).masked).toEqual({
      ...{ accountName: 'A•••', bankName: 'First', accountNumber: '•••• 0777', routingNumber: '•••• 0021' },
    });
    await world.create(PAYPAL, 'Second');
    const third = idOf(await world.create(PAYPAL, 'Third'));
    // What is written last comes last of all that PostgreSQL keeps.
    await world.send('PUT', `${PAYMENT}/profiles/${idOf(first)}`, { name: 'First', version: 1 });
    await world.send('POST', `${PAYMENT}/profiles/${third}/default`, {});
    expect((await profiles()).map(({ name }) => name)).toEqual(['Third', 'First', 'Second']);
  });

  it('of one publisher change one after the other, and leave those of others alone', async () => {
    const { publisher, stranger } = world;
    const ids = [idOf(await world.create()), idOf(await world.create(PAYPAL))];
    const other = idOf(await world.create(PAYPAL, 'Other', stranger));
    const held = ({ accountId }: TestUser) =>
      `select pg_advisory_xact_lock(hashtextextended('payment_profile ${accountId}', 0))`;
    const path = (id = 0) => `${PAYMENT}/profiles/${id}`;
    const changes = [
      async () => await world.create(PAYPAL, 'New'),
      async () => await world.send('PUT', path(ids[0]), { name: 'Renamed', version: 1 }),
      async () => await world.send('POST', `${path(ids[1])}/default`, {}),
      async () => await world.send('DELETE', path(ids[1]), {}),
    ];
    for (const change of changes) {
      const { waited, result } = await whileHeld(world.api.pool, held(publisher), change);
      expect([waited, result.status]).toEqual([true, 200]);
    }
    const renamed = async () => await world.send('PUT', path(ids[0]), { name: 'Again', version: 2 });
    expect((await whileHeld(world.api.pool, held(stranger), renamed)).waited).toBe(false);
    expect(await profiles(stranger)).toMatchObject([
      { id: other, name: 'Other', isDefault: true, version: 1 },
    ]);
    // The default was deleted, and no other one takes its place by itself.
    expect((await profiles()).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Again', false],
      ['New', false],
    ]);
  });

  it('are at most twenty', async () => {
    for (let count = 0; count < 20; count += 1) {
      expect((await world.create(PAYPAL, `p${count}`)).status).toBe(200);
    }
    expect((await world.create(PAYPAL)).error?.code).toBe('conflict_status');
  });

  it('name every field that is wrong', async () => {
    const faults = async (change: object) => codesOf(await world.create({ ...BANK, ...change }));
    expect(await faults({ iban: 'DE88370400440532013000' })).toEqual(['details.iban iban_invalid']);
    // Check digits are right, but no IBAN of Germany has this length.
    expect(await faults({ iban: 'DE66500105175407324', swiftCode: '' })).toEqual([
      'details.iban iban_invalid',
    ]);
    expect(await faults({ swiftCode: 'NEDSZAJJ' })).toEqual(['details.swiftCode swift_iban_country']);
    expect(await faults({ routingNumber: '021000022' })).toEqual([
      'details.routingNumber routing_number_invalid',
    ]);
    expect(codesOf(await world.create({ type: 'paypal', paypalEmail: 'ada' }))).toEqual([
      'details.paypalEmail email_invalid',
    ]);
    expect(codesOf(await world.create({ type: 'paypal', paypalEmail: ' ' }))).toContain(
      'details.paypalEmail paypal_email_required',
    );
    expect(codesOf(await world.create(BANK, ' '))).toEqual(['name profile_name_required']);
    expect((await world.create({ type: 'cash' })).status).toBe(422);
  });
});

describe('payment settings', () => {
  it('have a minimum not below the network’s, and auto withdrawal to a default profile', async () => {
    const path = `${PAYMENT}/settings`;
    const put = async (change: object) =>
      await world.send('PUT', path, { version: 0, minPayout: null, autoWithdrawal: false, ...change });
    expect((await world.get(path)).data).toEqual({
      version: 0,
      minPayout: null,
      networkMinPayout: 50,
      autoWithdrawal: false,
      currency: 'USD',
      preferredProfile: null,
    });
    expect(codesOf(await put({ minPayout: 49.99 }))).toEqual(['minPayout min_payout_too_low']);
    const other = { version: 0, minPayout: 50, autoWithdrawal: false };
    expect((await world.send('PUT', path, other, world.stranger)).data).toMatchObject({ minPayout: 50 });
    expect(codesOf(await put({ autoWithdrawal: true }))).toEqual(['autoWithdrawal default_profile_required']);
    await world.create();
    const saved = await put({ minPayout: 80, autoWithdrawal: true });
    expect(saved.data).toMatchObject({ version: 1, minPayout: 80, preferredProfile: { name: 'Main' } });
    expect((await put({})).error?.code).toBe('conflict_version');
    expect((await put({ version: 1, minPayout: 90 })).data).toMatchObject({ version: 2, minPayout: 90 });
    expect((await put({ version: 1 })).error?.code).toBe('conflict_version');
    expect((await world.summary()).minPayout).toBe(90);
    expect((await world.get(path, world.stranger)).data).toMatchObject({ version: 1, minPayout: 50 });
    const audited = world.api.deps.db.selectFrom('audit_log').select('detail').orderBy('id');
    const written = await audited
      .where('action', '=', 'payment_settings.update')
      .where('subject_id', '=', world.publisher.accountId)
      .execute();
    expect(written.map(({ detail }) => detail)).toEqual([
      {
        minPayoutMicros: { before: null, after: '80000000' },
        autoWithdrawal: { before: false, after: true },
      },
      {
        minPayoutMicros: { before: '80000000', after: '90000000' },
        autoWithdrawal: { before: true, after: false },
      },
    ]);
  });

  it('that are saved without a default profile ask for one only where auto withdrawal begins', async () => {
    const put = async (version: number, autoWithdrawal: boolean) =>
      codesOf(await world.send('PUT', `${PAYMENT}/settings`, { version, minPayout: null, autoWithdrawal }));
    const profile = idOf(await world.create());
    expect(await put(0, true)).toEqual([]);
    await world.send('DELETE', `${PAYMENT}/profiles/${profile}`, {});
    expect([await put(1, true), await put(2, false)]).toEqual([[], []]);
    expect(await put(3, true)).toEqual(['autoWithdrawal default_profile_required']);
  });
});
