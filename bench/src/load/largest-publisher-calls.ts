import {
  DOCUMENT_PATIENCE_MS,
  type LargestCalls,
  LONG_TEXT,
  longestRange,
  longName,
  nothing,
  wholePage,
} from './largest-call.ts';

const SIZES = Array.from({ length: 3 }, (_, index) => ({ width: 300, height: 200 + index }));
const CATEGORIES = ['politics'];
const BANK = {
  type: 'bank_account',
  accountName: longName(140),
  bankName: longName(140),
  iban: 'DE89370400440532013000',
  bankAddress: LONG_TEXT.slice(0, 500),
};
const DOMAINS = Array.from({ length: 100 }, (_, index) => `storm-${index}.example`);

export const publisherCalls = {
  websites: {
    list: () => wholePage('-traffic'),
    figures: (world) => ({ input: { ids: world.websiteIds.join(), ...longestRange() } }),
    get: ({ websiteId: id }) => ({ input: { id } }),
    create: () => ({
      input: {
        domain: `${longName(20).replaceAll(' ', '-')}.com`,
        categories: CATEGORIES,
        traffic: { custom: 1_000 },
      },
    }),
    update: async (world) => {
      const id = world.spare('website');
      const version = await world.version('website', id);
      return { input: { id, version, categories: CATEGORIES, traffic: { custom: 1_000 } } };
    },
    act: (world) => ({ input: { id: world.spare('pending website'), action: 'delete' } }),
  },
  widgets: {
    listAll: () => wholePage('-type'),
    list: ({ websiteId }) => ({ input: { ...wholePage('-type').input, websiteId } }),
    get: (world) => ({ input: { websiteId: world.websiteId, id: world.spare('widget') } }),
    create: ({ websiteId }) => ({
      input: { websiteId, type: 'banner', name: longName(), sizes: SIZES, fallbackHtml: '<p>own</p>' },
    }),
    update: async (world) => {
      const id = world.spare('widget');
      const version = await world.version('widget', id);
      return { input: { websiteId: world.websiteId, id, version, name: longName(), sizes: SIZES } };
    },
    act: (world) => ({
      input: { websiteId: world.websiteId, id: world.spare('widget'), action: 'archive' },
    }),
  },
  publisherAds: {
    recent: () => ({ input: { ...longestRange(), pageSize: 200 } }),
    reports: () => ({ input: { pageSize: 200 } }),
    markReport: (world) => ({
      input: {
        creativeId: world.spare('creative'),
        websiteId: world.websiteId,
        handled: true,
        seenAt: new Date().toISOString(),
      },
      // Nobody has reported it.
      refused: 404,
    }),
    blocks: nothing,
    block: () => ({ input: { kind: 'advertiser_domain', values: DOMAINS } }),
    unblock: () => ({ input: { kind: 'advertiser_domain', value: DOMAINS[0] } }),
  },
  adsTxt: {
    list: () => wholePage('-result'),
    history: ({ websiteId: id }) => ({ input: { id } }),
    // Nobody answers under that name: what a file of the greatest length costs is not in it.
    check: (world) => ({ input: { id: world.spare('website') } }),
    merged: ({ websiteId: id }) => ({ input: { id } }),
  },
  payments: {
    summary: nothing,
    requestWithdrawal: (world) => ({ input: { amount: 1, profileId: world.profileId } }),
    cancelWithdrawal: (world) => ({ input: { id: world.spare('pending payout') } }),
    history: () => wholePage('-method'),
    profiles: nothing,
    createProfile: () => ({ input: { name: longName(), details: BANK } }),
    updateProfile: async (world) => {
      const id = world.profileId;
      const version = await world.version('payment_profile', id);
      return { input: { id, version, name: longName(), details: BANK } };
    },
    deleteProfile: (world) => ({ input: { id: world.spare('profile') } }),
    setDefaultProfile: (world) => ({ input: { id: world.profileId } }),
    settings: nothing,
    updateSettings: async ({ pool, accounts }) => {
      const { rows } = await pool.query<{ version: number }>(
        'select version from publisher_settings where account_id = $1',
        [accounts.publisher.accountId],
      );
      return { input: { version: rows[0]?.version ?? 0, minPayout: null, autoWithdrawal: false } };
    },
    corrections: () => ({ input: { limit: 100 } }),
    statements: nothing,
    statementPdf: ({ month }) => ({ input: { month }, patienceMs: DOCUMENT_PATIENCE_MS }),
    statementCsv: ({ month }) => ({ input: { month } }),
  },
  collector: {
    websiteCode: ({ websiteId: id }) => ({ input: { id } }),
    campaignCode: ({ campaignId: id }) => ({ input: { id } }),
    websiteStats: () => ({
      input: { ...longestRange(), grain: 'day', compare: 'previous', limit: 1_000 },
    }),
  },
} satisfies Partial<LargestCalls>;
