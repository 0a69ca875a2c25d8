import { availableOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CardWorld } from '../../features/billing/card-payments/testing/card-world.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { AUDITED_APPEALS } from './audited-appeals.ts';
import { AUDITED_CLOSINGS } from './audited-closings.ts';

/** One call of an operation: whatever its path and body say, it succeeds. */
export type AuditedCall = {
  /** What of the operation's path `{…}` stands for, in order. */
  readonly ids?: readonly (number | string)[];
  readonly body?: object;
};

type Calls = (world: CardWorld) => Promise<AuditedCall | AuditedCall[]>;

let count = 0;
const next = () => {
  count += 1;
  return count;
};

/** A call of the account's owner, by which something is there to be changed. */
async function made(
  world: CardWorld,
  path: string,
  body: object,
  user = world.advertiser,
): Promise<Record<string, number>> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { data, error } = await world.api.call('POST', path, { token: user.token, body, headers });
  expect([path, error]).toEqual([path, undefined]);
  return data as Record<string, number>;
}

const days = { startDate: '2026-03-10', endDate: null };
const budgets = { totalBudget: 10, dailyBudget: null };
const adCode = { type: 'third_party', size: { width: 300, height: 250 }, adCode: '<b>Ad</b>' };

const campaignInput = () => ({
  campaign: { name: `Campaign ${next()}`, objective: 'TRAFFIC', ...budgets, ...days },
  adSet: { name: 'Everywhere', totalBudget: null, dailyBudget: null },
  requestKey: crypto.randomUUID(),
});
const creativeInput = (adSetIds: number[]) => ({
  basicInfo: { name: `Creative ${next()}` },
  content: adCode,
  adSetIds,
  requestKey: crypto.randomUUID(),
});
const websiteInput = () => ({
  domain: `site-${next()}.example`,
  categories: ['pets'],
  traffic: { custom: 5 },
});
const widgetInput = () => ({
  name: `Widget ${next()}`,
  type: 'banner',
  sizes: [{ width: 300, height: 250 }],
});
const profileInput = () => ({
  name: `Profile ${next()}`,
  details: { type: 'paypal', paypalEmail: `me${next()}@example.com` },
});

async function campaign(world: CardWorld, set = sql`status = 'paused'`) {
  const { campaignId = 0, adSetId = 0 } = await made(world, '/advertiser/campaigns', campaignInput());
  await sql`update campaign set ${set} where id = ${campaignId}`.execute(world.api.deps.db);
  return { id: campaignId, adSetId };
}
async function creative(world: CardWorld, status = 'active') {
  const { adSetId } = await campaign(world);
  const { id = 0 } = await made(world, '/advertiser/creatives', creativeInput([adSetId]));
  await sql`update creative set status = ${status} where id = ${id}`.execute(world.api.deps.db);
  return { id, adSetId };
}
async function website(world: CardWorld, status = 'active', by: string | null = null) {
  const { id = 0 } = await made(world, '/publisher/websites', websiteInput());
  await sql`update website set status = ${status}, suspended_by = ${by} where id = ${id}`.execute(
    world.api.deps.db,
  );
  return id;
}
async function widget(world: CardWorld, status = 'active') {
  const websiteId = await website(world);
  const { id = 0 } = await made(world, `/publisher/websites/${websiteId}/widgets`, widgetInput());
  await sql`update widget set status = ${status} where id = ${id}`.execute(world.api.deps.db);
  return [websiteId, id] as const;
}
const profile = async (world: CardWorld) =>
  (await made(world, '/publisher/payment/profiles', profileInput())).id ?? 0;
async function earn(world: CardWorld, dollars: number) {
  const { deps, now: at } = world.api;
  const entries = adjustmentEntries({
    account: availableOf(world.advertiser.accountId),
    amountMicros: BigInt(dollars) * 1_000_000n,
  });
  await deps.db.transaction().execute(async (trx) => {
    await postTransaction(trx, { kind: 'adjustment', reference: `audited:${next()}`, entries, at });
  });
}
async function payout(world: CardWorld, status = 'pending') {
  await earn(world, 60);
  const { id = 0 } = await made(world, '/publisher/payment/withdrawals', {
    amount: 60,
    profileId: await profile(world),
  });
  await sql`update payout set status = ${status} where id = ${id}`.execute(world.api.deps.db);
  return id;
}
const deposit = async (world: CardWorld) =>
  (await made(world, '/advertiser/deposits', { amount: 60, gateway: 'manual' })).id ?? 0;
/** The version of what is changed next. */
async function version(world: CardWorld, table: string, id: number): Promise<number> {
  const { rows } = await sql<{
    version: number;
  }>`select version from ${sql.table(table)} where id = ${id}`.execute(world.api.deps.db);
  return rows[0]?.version ?? 0;
}
async function settingsOf(world: CardWorld, path: string): Promise<Record<string, unknown>> {
  const user = path.startsWith('/operator') ? world.operator : world.advertiser;
  return (await world.get(path, user)).data as Record<string, unknown>;
}
const reviewed = async (
  world: CardWorld,
  kind: 'campaign' | 'creative' | 'website',
  id: number,
  rest: object = {},
) => ({
  body: { kind, id, version: await version(world, kind, id), ...rest },
});
const REJECTION = { code: 'other', text: 'Not like this' };
/** Each thing that is reviewed, waiting. */
async function waiting(world: CardWorld, rest: object = {}): Promise<AuditedCall[]> {
  const { id: campaignId } = await campaign(world, sql`status = 'pending', submitted_at = now()`);
  const { id: creativeId } = await creative(world, 'pending');
  return [
    await reviewed(world, 'campaign', campaignId, rest),
    await reviewed(world, 'creative', creativeId, rest),
    await reviewed(world, 'website', await website(world, 'pending'), rest),
  ];
}

/** By which every operation is called that changes money or a status: each time with something new to change. */
export const AUDITED: Readonly<Record<string, Calls>> = {
  'campaigns.create': async () => ({ body: campaignInput() }),
  'campaigns.update': async (world) => {
    const { id } = await campaign(world, sql`status = 'active', approved_at = now()`);
    const body = {
      name: 'Renamed',
      totalBudget: 20,
      dailyBudget: 5,
      ...days,
      version: await version(world, 'campaign', id),
    };
    return { ids: [id], body };
  },
  'campaigns.updateNameAndBudgets': async (world) => {
    const { id } = await campaign(world);
    const values = { name: 'Renamed', totalBudget: 21, dailyBudget: null };
    return { ids: [id], body: { ...values, version: await version(world, 'campaign', id) } };
  },
  'campaigns.applyBulk': async (world) => {
    const { id } = await campaign(world);
    const csv = `id,version,name\n${id},${await version(world, 'campaign', id)},By file`;
    return { body: { csv, mode: 'all' } };
  },
  'campaigns.act': async (world) => [
    { ids: [(await campaign(world)).id], body: { action: 'publish' } },
    { ids: [(await campaign(world, sql`approved_at = now()`)).id], body: { action: 'activate' } },
    {
      ids: [(await campaign(world, sql`status = 'active', approved_at = now()`)).id],
      body: { action: 'pause' },
    },
    { ids: [(await campaign(world)).id], body: { action: 'cancel' } },
    { ids: [(await campaign(world)).id], body: { action: 'archive' } },
  ],
  'campaigns.duplicate': async (world) => ({ ids: [(await campaign(world)).id] }),
  'campaigns.createAdSet': async (world) => ({
    ids: [(await campaign(world)).id],
    body: { name: 'More', totalBudget: 5, dailyBudget: null },
  }),
  'campaigns.updateAdSet': async (world) => {
    const { adSetId } = await campaign(world, sql`status = 'active', approved_at = now()`);
    return {
      ids: [adSetId],
      body: {
        name: 'Less',
        totalBudget: 4,
        dailyBudget: null,
        version: await version(world, 'ad_set', adSetId),
      },
    };
  },
  'campaigns.duplicateAdSet': async (world) => ({ ids: [(await campaign(world)).adSetId] }),
  'campaigns.archiveAdSet': async (world) => ({ ids: [(await campaign(world)).adSetId] }),
  'creatives.create': async (world) => ({ body: creativeInput([(await campaign(world)).adSetId]) }),
  'creatives.updateContent': async (world) => {
    const { id } = await creative(world);
    return {
      ids: [id],
      body: { version: await version(world, 'creative', id), content: { ...adCode, adCode: '<i>New</i>' } },
    };
  },
  'creatives.act': async (world) => [
    { ids: [(await creative(world)).id], body: { action: 'pause' } },
    { ids: [(await creative(world, 'paused')).id], body: { action: 'activate' } },
    { ids: [(await creative(world)).id], body: { action: 'archive' } },
  ],
  'creatives.duplicate': async (world) => ({ ids: [(await creative(world)).id] }),
  'billing.requestDeposit': async () => ({ body: { amount: 70, gateway: 'manual' } }),
  'billing.payDeposit': async (world) => {
    const card = await world.saveCard('4242');
    return { ids: [(await world.request(60, { cardId: card.id })).id] };
  },
  'billing.cancelDeposit': async (world) => ({ ids: [await deposit(world)] }),
  'cards.setDefault': async (world) => {
    const [first, second] = [await world.saveCard('4242'), await world.saveCard('4444')];
    await made(world, `/advertiser/payment-methods/${first.id}/default`, {});
    return { ids: [second.id] };
  },
  'cards.remove': async (world) => ({ ids: [(await world.saveCard('4242')).id] }),
  'cards.saveAutoTopUp': async (world) => {
    const card = await world.saveCard('4242');
    await made(world, `/advertiser/payment-methods/${card.id}/default`, {});
    const seen = (await world.summary()).autoTopUp?.version ?? 0;
    return [
      { body: { version: seen, enabled: true, threshold: 60 + next(), amount: 100 } },
      { body: { version: seen + 1, enabled: false, threshold: 50, amount: 100 } },
    ];
  },
  'websites.create': async () => ({ body: websiteInput() }),
  'websites.update': async (world) => {
    const id = await website(world, 'rejected');
    return {
      ids: [id],
      body: { version: await version(world, 'website', id), categories: ['pets'], traffic: { custom: 6 } },
    };
  },
  'websites.act': async (world) => [
    { ids: [await website(world)], body: { action: 'suspend' } },
    { ids: [await website(world, 'suspended', 'publisher')], body: { action: 'activate' } },
    { ids: [await website(world)], body: { action: 'delete' } },
  ],
  'widgets.create': async (world) => ({ ids: [await website(world)], body: widgetInput() }),
  'widgets.update': async (world) => {
    const [websiteId, id] = await widget(world);
    return {
      ids: [websiteId, id],
      body: { ...widgetInput(), floorCpm: 2, version: await version(world, 'widget', id) },
    };
  },
  'widgets.act': async (world) => [
    { ids: await widget(world), body: { action: 'suspend' } },
    { ids: await widget(world, 'suspended'), body: { action: 'activate' } },
    { ids: await widget(world), body: { action: 'archive' } },
  ],
  'payments.requestWithdrawal': async (world) => {
    await earn(world, 60);
    return { body: { amount: 60, profileId: await profile(world) } };
  },
  'payments.cancelWithdrawal': async (world) => ({ ids: [await payout(world)] }),
  'payments.createProfile': async () => ({ body: profileInput() }),
  'payments.updateProfile': async (world) => {
    const id = await profile(world);
    return { ids: [id], body: { ...profileInput(), version: await version(world, 'payment_profile', id) } };
  },
  'payments.deleteProfile': async (world) => {
    await profile(world);
    return { ids: [await profile(world)] };
  },
  'payments.setDefaultProfile': async (world) => {
    await profile(world);
    return { ids: [await profile(world)] };
  },
  'payments.updateSettings': async (world) => {
    const { version: seen } = await settingsOf(world, '/publisher/payment/settings');
    return { body: { version: seen, minPayout: 51 + (next() % 5), autoWithdrawal: false } };
  },
  'payouts.act': async (world) => [
    { ids: [await payout(world)], body: { action: 'process' } },
    { ids: [await payout(world)], body: { action: 'reject', reason: 'Wrong name' } },
    { ids: [await payout(world, 'processing')], body: { action: 'complete' } },
    { ids: [await payout(world, 'processing')], body: { action: 'fail', reason: 'Closed account' } },
  ],
  'payouts.exportBatch': async (world) => ({
    body: { ids: [await payout(world, 'processing')], format: 'csv' },
  }),
  'payouts.discardExport': async (world) => {
    await made(
      world,
      '/operator/payouts/export',
      { ids: [await payout(world, 'processing')], format: 'csv' },
      world.operator,
    );
    const { items } = (await settingsOf(world, '/operator/payouts/exports')) as { items: { id: number }[] };
    return { ids: [items[0]?.id ?? 0], body: { reason: 'The bank refused the file' } };
  },
  'payouts.updateSettings': async (world) => {
    const { version: seen } = await settingsOf(world, '/operator/payouts/settings');
    return { body: { version: seen, approvalLimit: 1_000 + next() } };
  },
  'moderation.pauseCampaign': async (world) => {
    const { id } = await campaign(world, sql`status = 'active', approved_at = now()`);
    return { ids: [id], body: { version: await version(world, 'campaign', id) } };
  },
  'moderation.takeDownCreative': async (world) => {
    const { id } = await creative(world);
    return { ids: [id], body: { version: await version(world, 'creative', id), ...REJECTION } };
  },
  'moderation.suspendWebsite': async (world) => {
    const id = await website(world);
    return { ids: [id], body: { version: await version(world, 'website', id), text: 'Empty pages' } };
  },
  'moderation.activateWebsite': async (world) => {
    const id = await website(world, 'suspended', 'operator');
    return { ids: [id], body: { version: await version(world, 'website', id) } };
  },
  'webhooks.create': async (world) => {
    await sql`delete from webhook_endpoint`.execute(world.api.deps.db);
    return { body: { url: 'https://shop.example/', eventTypes: ['month.closed'] } };
  },
  'webhooks.update': async (world) => ({ ...(await endpoint(world)), body: await endpointChange(world) }),
  'webhooks.remove': async (world) => await endpoint(world),
  'networkWebhooks.create': async (world) => {
    await sql`delete from webhook_endpoint`.execute(world.api.deps.db);
    return { body: { url: 'https://shop.example/', eventTypes: ['month.closed'] } };
  },
  'networkWebhooks.update': async (world) => ({
    ...(await endpoint(world, null)),
    body: await endpointChange(world),
  }),
  'networkWebhooks.remove': async (world) => await endpoint(world, null),
  'operator.approve': async (world) => await waiting(world),
  'operator.reject': async (world) => await waiting(world, REJECTION),
  'operator.confirmDeposit': async (world) => ({ ids: [await deposit(world)] }),
  'operator.failDeposit': async (world) => ({ ids: [await deposit(world)] }),
  'operator.refundDeposit': async (world) => {
    const id = await deposit(world);
    await made(world, `/operator/deposits/${id}/confirm`, {}, world.operator);
    return { ids: [id], body: { amount: 10, reason: 'Asked for' } };
  },
  'corrections.create': async ({ advertiser: { accountId } }) => [
    { body: { accountId, balance: 'wallet', amount: 12.5, reason: 'Goodwill' } },
    { body: { accountId, balance: 'earnings', amount: 5, reason: 'A missing day' } },
  ],
  'corrections.decide': async (world) => {
    const path = '/operator/payouts/settings';
    const { version: seen } = await settingsOf(world, path);
    const body = { version: seen, approvalLimit: 10 };
    await world.api.call('PUT', path, { token: world.operator.token, body });
    const asker = await world.api.user({ roles: ['operator'] });
    const asked = async () => {
      const { accountId } = world.advertiser;
      const correction = { accountId, balance: 'wallet', amount: 20, reason: 'Goodwill' };
      return (await made(world, '/operator/corrections', correction, asker)).id ?? 0;
    };
    return [
      { ids: [await asked()], body: { action: 'approve' } },
      { ids: [await asked()], body: { action: 'reject' } },
    ];
  },
  ...AUDITED_APPEALS,
  ...AUDITED_CLOSINGS,
  'operator.inviteUser': async () => ({
    body: { email: `new-${next()}@example.com`, roles: ['advertiser'] },
  }),
  'operator.updateSettings': async (world) => {
    const { version: seen, ...settings } = await settingsOf(world, '/operator/settings');
    return { body: { ...settings, version: seen, cpm: 1 + next() / 100 } };
  },
};

async function endpoint(
  world: CardWorld,
  ownerId: number | null = world.advertiser.accountId,
): Promise<AuditedCall & { ids: number[] }> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_endpoint (account_id, url, event_types, secret_sealed, created_by)
    values (${ownerId}, 'https://shop.example/', '{month.closed}', 'x', ${world.advertiser.id}) returning id`.execute(
    world.api.deps.db,
  );
  return { ids: [rows[0]?.id ?? 0] };
}

async function endpointChange(_world: CardWorld) {
  return { url: 'https://shop.example/', eventTypes: ['month.closed'], enabled: false, version: 1 };
}
