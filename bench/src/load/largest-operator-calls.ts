import { KEY_SCOPES } from '@placard/domain/account/api-key';
import { MAX_TAX_RATES } from '@placard/domain/billing/tax';
import { fixedFor, NOTICE_KIND_KEYS } from '@placard/domain/notice/kinds';
import { ROLES } from '@placard/domain/roles';
import { COUNTRY_CODES } from '@placard/domain/targeting/places';
import { ACCOUNT_EVENTS, NETWORK_EVENTS } from '@placard/domain/webhook/event-types';
import type { FairWorld, Who } from './fair-world.ts';
import { invite, PASSWORD } from './fair-world.ts';
import {
  DOCUMENT_PATIENCE_MS,
  LARGEST_PARTY,
  type LargestCall,
  type LargestCalls,
  LONG_TEXT,
  longestRange,
  longName,
  nothing,
  ownDay,
  wholePage,
} from './largest-call.ts';
import { minimumBidCalls } from './largest-minimum-bid-calls.ts';
import { payoutCalls } from './largest-payout-calls.ts';
import { reportCalls } from './largest-report-calls.ts';
import { documentChangeCalls } from './largest-tax-calls.ts';
import { webhookCalls } from './largest-webhook-calls.ts';

const NO_TOKEN = 'no-link-has-this-token-0123456789';
const NEW_PASSWORD = `${PASSWORD}-new`;

/** Somebody that the call may change. */
async function somebody({ call, accounts }: FairWorld, role: Who = 'advertiser') {
  const email = `${longName(20).replaceAll(' ', '-')}@example.com`;
  return await invite(call, accounts.operator.token, email, role);
}

async function ofSomebody(
  world: FairWorld,
  input: (account: { readonly id: number }) => LargestCall['input'],
): Promise<LargestCall> {
  return { input: input(await somebody(world)) ?? {} };
}

const PROFILE = {
  firstName: longName(),
  lastName: longName(),
  phone: null,
  company: longName(),
  timeZone: 'UTC',
};

async function savedView(world: FairWorld): Promise<{ readonly id: number; readonly version: number }> {
  const search = { range: '90days', by: 'adSet', by2: 'date' };
  const body = { screen: 'statistics', name: longName(), search };
  return (await world.call('/views', { token: world.accounts.advertiser.token, body })) as {
    id: number;
    version: number;
  };
}

async function networkSettings({ call, accounts }: FairWorld): Promise<Record<string, unknown>> {
  return (await call('/operator/settings', { token: accounts.operator.token })) as Record<string, unknown>;
}

let invited = 0;
/** A member beside the owner: somebody new, each time. */
async function teamMate(world: FairWorld) {
  invited += 1;
  const email = `mate-${invited}@example.com`;
  const owner = world.accounts.advertiser.token;
  const { inviteUrl } = (await world.call('/account/invitations', {
    token: owner,
    body: { email, role: 'viewer' },
  })) as { inviteUrl: string };
  const token = new URL(inviteUrl).searchParams.get('token');
  const body = { token, firstName: 'Team', lastName: 'Mate', password: PASSWORD };
  return (await world.call('/invitations/accept', { body })) as { token: string; user: { id: number } };
}

const NEW_KEY = {
  scopes: KEY_SCOPES,
  lifetime: 'never',
  currentPassword: PASSWORD,
};

export const operatorCalls = {
  accounts: {
    list: nothing,
    setHome: ({ accounts }) => ({ input: { id: accounts.advertiser.accountId } }),
    team: nothing,
    invite: () => ({ input: { email: `${'i'.repeat(60)}@example.com`, role: 'viewer' } }),
    revokeInvitation: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
    setMemberRole: async (world) => ({
      input: { userId: (await teamMate(world)).user.id, role: 'manager' },
    }),
    removeMember: async (world) => ({ input: { userId: (await teamMate(world)).user.id } }),
    leave: async (world) => ({ token: (await teamMate(world)).token }),
    handOver: () => ({ input: { userId: 2_000_000_000, currentPassword: PASSWORD }, refused: 404 }),
    invitation: () => ({ input: { token: NO_TOKEN }, refused: 404 }),
    join: () => ({ input: { token: NO_TOKEN }, refused: 404 }),
    joinAsNewUser: () => ({
      input: { token: NO_TOKEN, firstName: 'New', lastName: 'Member', password: PASSWORD },
      refused: 404,
    }),
  },
  apiKeys: {
    list: nothing,
    create: async (world) => ({
      input: { ...NEW_KEY, name: longName() },
      token: (await somebody(world)).token,
    }),
    revoke: async (world) => {
      const { token } = world.accounts.advertiser;
      const made = await world.call('/api-keys', { token, body: { ...NEW_KEY, name: longName() } });
      return { input: { id: (made as { readonly apiKey: { readonly id: number } }).apiKey.id } };
    },
  },
  webhooks: webhookCalls('advertiser', '/webhooks', ACCOUNT_EVENTS),
  networkWebhooks: webhookCalls('operator', '/operator/webhooks', NETWORK_EVENTS),
  signUp: {
    signUp: () => ({
      input: { email: `${'s'.repeat(60)}@example.com`, roles: ['advertiser'], company: 'C'.repeat(200) },
      refused: 403,
    }),
    signUpLink: () => ({ input: { token: NO_TOKEN }, refused: 404 }),
    confirmSignUp: () => ({
      input: { token: NO_TOKEN, firstName: 'New', lastName: 'Account', password: PASSWORD },
      refused: 404,
    }),
  },
  auth: {
    login: ({ accounts }) => ({ input: { email: accounts.publisher.email, password: PASSWORD } }),
    logout: async (world) => ({ token: await world.session('advertiser') }),
    profile: nothing,
    updateProfile: ({ accounts }) => ({ input: { ...PROFILE, email: accounts.advertiser.email } }),
    changePassword: async (world) => ({
      input: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
      token: (await somebody(world)).token,
    }),
    sessions: nothing,
    revokeSession: (world) => ({ input: { id: world.spare('session') } }),
    config: nothing,
    link: () => ({ input: { token: NO_TOKEN }, refused: 404 }),
    acceptLink: () => ({
      input: { token: NO_TOKEN, firstName: 'New', lastName: 'Account', password: PASSWORD },
      refused: 404,
    }),
    beginTotp: () => ({ input: { currentPassword: PASSWORD } }),
    confirmTotp: () => ({ input: { code: '000000' }, refused: 422 }),
    renewRecoveryCodes: () => ({ input: { currentPassword: PASSWORD }, refused: 409 }),
    endTotp: () => ({ input: { currentPassword: PASSWORD, code: '000000' }, refused: 409 }),
    stepUp: () => ({ input: { currentPassword: PASSWORD } }),
    confirmEmail: () => ({ input: { token: NO_TOKEN }, refused: 404 }),
    forgotPassword: () => ({ input: { email: `${longName(60).replaceAll(' ', '')}@example.com` } }),
    resetPassword: () => ({ input: { token: NO_TOKEN, password: PASSWORD }, refused: 404 }),
  },
  reports: reportCalls,
  notices: {
    list: () => ({ input: { limit: 100 } }),
    unread: nothing,
    markRead: (world) => ({ input: { id: world.spare('notice') } }),
    markAllRead: () => ({ input: { upTo: 2_147_483_647 } }),
    preferences: nothing,
    updatePreferences: () => ({
      input: {
        items: NOTICE_KIND_KEYS.map((kind) => ({
          ...{ kind, inApp: true },
          mail: fixedFor(kind) === null ? ('digest' as const) : ('at_once' as const),
        })),
      },
    }),
  },
  views: {
    list: () => ({ input: { screen: 'statistics' } }),
    create: () => ({
      input: { screen: 'statistics', name: longName(), search: { search: LONG_TEXT.slice(0, 500) } },
    }),
    update: async (world) => ({ input: { ...(await savedView(world)), name: longName() } }),
    remove: async (world) => ({ input: { id: (await savedView(world)).id } }),
    schedule: async (world) => ({
      input: { ...(await savedView(world)), every: 'day', weekday: null, time: '00:00' },
    }),
    unschedule: async (world) => ({ input: { id: (await savedView(world)).id } }),
    send: async (world) => ({ input: { id: (await savedView(world)).id } }),
    unsubscription: () => ({ input: { token: NO_TOKEN }, refused: 404 }),
    unsubscribe: () => ({ input: { token: NO_TOKEN }, refused: 404 }),
  },
  payouts: payoutCalls,
  records: {
    find: () => ({ input: { search: 'a'.repeat(2) } }),
    findOwn: () => ({ input: { search: 'a'.repeat(2) } }),
    user: async (world) => await ofSomebody(world, ({ id }) => ({ id })),
    account: ({ accounts }) => ({ input: { id: accounts.advertiser.accountId } }),
    wallet: ({ accounts }) => ({ input: { id: accounts.advertiser.accountId, limit: 100 } }),
    earnings: ({ accounts }) => ({
      input: { id: accounts.publisher.accountId, limit: 100, balance: 'available' },
    }),
    trustAccount: ({ accounts }) => ({ input: { id: accounts.advertiser.accountId, trusted: false } }),
  },
  closing: {
    preview: nothing,
    close: () => ({ input: { currentPassword: PASSWORD, giveUp: false }, refused: 409 }),
    previewAccount: ({ accounts }) => ({ input: { id: accounts.advertiser.accountId } }),
    closeAccount: () => ({ input: { id: 2_000_000_000, reason: LONG_TEXT, giveUp: true }, refused: 404 }),
    reopenAccount: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
  },
  moderation: {
    campaigns: () => wholePage('-totalBudget'),
    campaign: ({ campaignId: id }) => ({ input: { id } }),
    pauseCampaign: ({ campaignId: id }) => ({ input: { id, version: 2_000_000_000 }, refused: 409 }),
    campaignDiagnosis: ({ campaignId: id }) => ({ input: { id } }),
    creative: (world) => ({ input: { id: world.spare('creative') } }),
    website: ({ websiteId: id }) => ({ input: { id } }),
    creatives: () => wholePage('-createdAt'),
    takeDownCreative: async (world) => {
      const id = world.spare('creative');
      const version = await world.version('creative', id);
      return { input: { id, version, code: 'other', text: LONG_TEXT } };
    },
    websites: () => wholePage('-createdAt'),
    suspendWebsite: async (world) => {
      const id = world.spare('website');
      return { input: { id, version: await world.version('website', id), text: LONG_TEXT } };
    },
    activateWebsite: async (world) => {
      const id = world.spare('website');
      return { input: { id, version: await world.version('website', id) }, refused: 409 };
    },
  },
  homes: { advertiser: nothing, publisher: nothing, operator: nothing },
  health: {
    read: () => ({ input: { range: 'day' } }),
    updateThresholds: () => ({
      input: {
        ...{ settlementSeconds: 86_400, diskPercent: 50, fillPercent: 100, filteredPercent: 100 },
        ...{ latencyMs: 500, spoolMegabytes: 1_000_000, overDeliveredPercent: 100, version: 2_000_000_000 },
      },
      refused: 409,
    }),
  },
  shareRates: {
    list: ({ accounts }) => ({ input: { publisherId: accounts.publisher.accountId } }),
    create: ({ websiteId }) => {
      const day = ownDay();
      const share = { publisherId: null, websiteId, sharePercent: 70.01, fromDay: day, lastDay: day };
      return { input: { ...share, reason: LONG_TEXT.slice(0, 500) } };
    },
    end: () => ({ input: { id: 2_000_000_000, lastDay: '2099-01-01' }, refused: 404 }),
    remove: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
    own: nothing,
  },
  minimumBids: minimumBidCalls,
  trafficRules: {
    list: nothing,
    create: () => ({
      input: {
        field: 'user_agent',
        value: `${'a'.repeat(100)}${Math.random()}`,
        label: 'L'.repeat(100),
        enabled: false,
      },
    }),
    update: () => ({
      input: {
        id: 2_000_000_000,
        field: 'country',
        value: 'DE',
        label: 'L'.repeat(100),
        enabled: true,
        version: 1,
      },
      refused: 404,
    }),
    remove: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
    dryRun: nothing,
    samples: nothing,
  },
  monthClose: {
    list: nothing,
    close: () => ({ input: { month: '2000-01' }, refused: 404 }),
    csv: () => ({ input: { month: '2000-01' }, refused: 404 }),
  },
  reconciliation: {
    list: () => ({ input: { limit: 100 } }),
    read: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
    ask: nothing,
  },
  corrections: {
    list: () => wholePage('-amount'),
    accounts: () => ({ input: { limit: 100, search: 'a' } }),
    documents: ({ accounts }) => ({ input: { limit: 100, accountId: accounts.advertiser.accountId } }),
    create: () => ({
      input: { accountId: 2_000_000_000, balance: 'wallet', amount: 1, reason: LONG_TEXT.slice(0, 500) },
      refused: 404,
    }),
    preview: ({ accounts }) => ({
      input: { accountId: accounts.advertiser.accountId, periodFrom: '2026-01-01', periodTo: '2026-04-02' },
    }),
    refundSpend: () => ({
      input: {
        ...{ accountId: 2_000_000_000, periodFrom: '2026-01-01', periodTo: '2026-04-02', amount: 1 },
        reason: LONG_TEXT.slice(0, 500),
      },
      refused: 404,
    }),
    decide: () => ({ input: { id: 2_000_000_000, action: 'approve' }, refused: 404 }),
  },
  operator: {
    signUps: nothing,
    approveSignUp: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
    refuseSignUp: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
    overview: nothing,
    reviewQueue: () => ({ input: { pageSize: 50, kind: 'creative' } }),
    approve: async (world) => {
      const id = world.spare('pending creative');
      return { input: { kind: 'creative', id, version: await world.version('creative', id) } };
    },
    reject: async (world) => {
      const id = world.spare('pending creative');
      const version = await world.version('creative', id);
      return { input: { kind: 'creative', id, version, code: 'other', text: LONG_TEXT } };
    },
    signingKeys: nothing,
    // One that waits for its day would keep the next from being made, until midnight of UTC comes between.
    renewSigningKey: async ({ pool }) => {
      await pool.query('delete from signing_key where signs_from > now()');
      return {};
    },
    deposits: () => wholePage('-amount'),
    deposit: ({ depositId: id }) => ({ input: { id } }),
    confirmDeposit: (world) => ({ input: { id: world.spare("another's deposit") } }),
    failDeposit: (world) => ({ input: { id: world.spare("another's deposit") } }),
    refundDeposit: (world) => ({
      input: { id: world.depositId, amount: 1, reason: LONG_TEXT },
      refused: 409,
    }),
    users: () => ({ input: { pageSize: 200, sort: '-name', search: 'a' } }),
    inviteUser: () => ({
      input: { email: `${longName(60).replaceAll(' ', '')}@example.com`, roles: ROLES.slice(0, 2) },
    }),
    setUserRoles: async (world) => await ofSomebody(world, ({ id }) => ({ id, roles: ['publisher'] })),
    giveResetLink: async (world) => await ofSomebody(world, ({ id }) => ({ id, currentPassword: PASSWORD })),
    resetTotp: async (world) => ({
      input: { id: (await somebody(world)).id, currentPassword: PASSWORD },
      refused: 409,
    }),
    actOnUser: async (world) => await ofSomebody(world, ({ id }) => ({ id, action: 'suspend' })),
    settings: nothing,
    documents: () => wholePage('-amount'),
    document: ({ invoiceNumber: number }) => ({ input: { number } }),
    ...documentChangeCalls,
    documentPdf: ({ invoiceNumber: number }) => ({ input: { number }, patienceMs: DOCUMENT_PATIENCE_MS }),
    documentParts: () => ({ input: longestRange() }),
    documentJournal: () => ({ input: longestRange(), patienceMs: DOCUMENT_PATIENCE_MS }),
    documentArchive: () => ({ input: longestRange(), patienceMs: DOCUMENT_PATIENCE_MS }),
    updateSettings: async (world) => ({
      input: {
        ...(await networkSettings(world)),
        sellerName: LARGEST_PARTY.name,
        sellerAddress: LARGEST_PARTY.address,
        sellerCountry: 'DE',
        sellerRegistration: LARGEST_PARTY.registrationNumber,
        taxRates: COUNTRY_CODES.slice(0, MAX_TAX_RATES).map((country) => ({ country, percent: 50 })),
      },
    }),
    audit: () => ({ input: { limit: 100, search: 'a' } }),
    exportAudit: () => ({ input: { search: 'a' }, patienceMs: DOCUMENT_PATIENCE_MS }),
    mail: ({ mailId }) => ({ input: { id: String(mailId) } }),
    mails: () => ({ input: { limit: 100 } }),
    mailCatalogue: () => ({ input: { language: 'de' } }),
    mailPreview: () => ({ input: { mail: 'report', language: 'de' } }),
    // Each operator has one in a while.
    testMail: async (world) => ({
      input: { mail: 'report', language: 'de' },
      token: (await somebody(world, 'operator')).token,
    }),
  },
} satisfies Partial<LargestCalls>;
