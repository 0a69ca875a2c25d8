import { randomUUID } from 'node:crypto';
import { COUNTRY_CODES } from '@placard/domain/targeting/places';
import {
  DOCUMENT_PATIENCE_MS,
  dayFromNow,
  LARGEST_PARTY,
  type LargestCalls,
  LONG_DESCRIPTION,
  longestRange,
  longName,
  nothing,
  wholePage,
} from './largest-call.ts';
import { noisePng, SIDE_PX } from './noise-png.ts';

const AD_CODE = '<p>advertisement</p>'.repeat(5_000);
const THIRD_PARTY = { type: 'third_party', size: { width: 300, height: 250 }, adCode: AD_CODE };

const campaignFields = () => ({
  name: longName(),
  category: null,
  description: LONG_DESCRIPTION,
  totalBudget: 1_000,
  dailyBudget: null,
  startDate: dayFromNow(0),
  endDate: dayFromNow(3_600),
});

const adSetFields = () => ({
  name: longName(),
  description: LONG_DESCRIPTION,
  totalBudget: 50,
  dailyBudget: null,
  locations: COUNTRY_CODES.slice(0, 250),
});

/** A form that is half filled. */
function fields(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, index]));
}

/** As many rows as a file may have. */
function unknownCampaigns(): string {
  const rows = Array.from({ length: 1_000 }, (_, at) => `${2_000_000_000 + at},1,${'n'.repeat(150)}`);
  return ['id,version,name', ...rows].join('\n');
}

export const advertiserCalls = {
  reach: {
    advertiser: () => ({ input: { ...longestRange(), by: 'adSet', limit: 1_000 } }),
    publisher: () => ({ input: { ...longestRange(), by: 'widget', limit: 1_000 } }),
  },
  campaigns: {
    list: () => wholePage('-totalBudget'),
    canCreate: nothing,
    bulkFile: nothing,
    checkBulk: () => ({ input: { csv: unknownCampaigns() } }),
    applyBulk: () => ({ input: { csv: unknownCampaigns(), mode: 'valid' } }),
    get: ({ campaignId: id }) => ({ input: { id } }),
    create: () => ({
      input: {
        campaign: { ...campaignFields(), objective: 'TRAFFIC' },
        adSet: adSetFields(),
        requestKey: randomUUID(),
      },
    }),
    update: async (world) => ({
      input: {
        ...campaignFields(),
        id: world.campaignId,
        startDate: dayFromNow(-1_825),
        endDate: dayFromNow(1_824),
        totalBudget: 1_000_000,
        version: await world.version('campaign', world.campaignId),
      },
    }),
    updateNameAndBudgets: async (world) => ({
      input: {
        id: world.campaignId,
        name: longName(),
        totalBudget: 1_000_000,
        dailyBudget: null,
        version: await world.version('campaign', world.campaignId),
      },
    }),
    act: (world) => ({ input: { id: world.spare('paused'), action: 'archive' } }),
    duplicate: ({ campaignId: id }) => ({ input: { id } }),
    getDraft: nothing,
    // Fields of 50,000 characters are kept; a body of any length below the limit is read before that is known.
    saveDraft: () => [
      { input: { step: 'target', content: { campaign: fields(3_200), adSet: {} } } },
      { input: { step: 'target', content: { campaign: fields(16_500), adSet: {} } }, refused: 413 },
    ],
    discardDraft: nothing,
    createAdSet: (world) => ({ input: { ...adSetFields(), campaignId: world.spare('paused') } }),
    updateAdSet: async (world) => {
      const [id = 0] = world.adSetIds;
      return { input: { ...adSetFields(), id, version: await world.version('ad_set', id) } };
    },
    // Its campaign has as many as it may.
    duplicateAdSet: ({ adSetIds: [id] }) => ({ input: { id }, refused: 409 }),
    archiveAdSet: (world) => ({ input: { id: world.spare('ad set') } }),
    adSetChoices: () => ({ input: { search: 'a', page: 1, pageSize: 200 } }),
    activity: ({ campaignId: id }) => ({ input: { id, limit: 100 } }),
    figures: (world) => ({ input: { ids: world.campaignIds.join(), ...longestRange() } }),
    estimateReach: () => ({
      input: {
        ...adSetFields(),
        objective: 'TRAFFIC',
        startDate: dayFromNow(0),
        endDate: dayFromNow(3_600),
        sizes: Array.from({ length: 50 }, (_, index) => ({ width: 300, height: 200 + index })),
      },
    }),
  },
  creatives: {
    list: () => wholePage('-size'),
    get: (world) => ({ input: { id: world.spare('pending creative') } }),
    create: (world) => ({
      input: {
        basicInfo: { name: longName(), description: LONG_DESCRIPTION },
        content: THIRD_PARTY,
        adSetIds: world.adSetIds,
        requestKey: randomUUID(),
      },
    }),
    updateBasicInfo: async (world) => {
      const id = world.spare('creative');
      const version = await world.version('creative', id);
      return { input: { id, version, name: longName(), description: LONG_DESCRIPTION } };
    },
    updateContent: async (world) => {
      const id = world.spare('pending creative');
      return { input: { id, version: await world.version('creative', id), content: THIRD_PARTY } };
    },
    updateAssignment: async (world) => {
      const id = world.spare('creative');
      const version = await world.version('creative', id);
      return { input: { id, version, adSetIds: world.adSetIds } };
    },
    act: (world) => ({ input: { id: world.spare('creative'), action: 'archive' } }),
    duplicate: (world) => ({ input: { id: world.spare('pending creative') } }),
    assign: (world) => ({ input: { id: world.spare('creative'), adSetId: world.adSetIds[0] } }),
    removeFromAdSet: (world) => ({
      input: { id: world.assignedCreativeId, adSetId: world.spare('assigned ad set') },
    }),
    uploadImage: () => {
      const form = new FormData();
      form.set('file', new File([noisePng()], 'noise.png', { type: 'image/png' }));
      form.set('width', String(SIDE_PX));
      form.set('height', String(SIDE_PX));
      return { form };
    },
  },
  diagnosis: {
    campaign: ({ campaignId: id }) => ({ input: { id } }),
    pacing: ({ campaignId: id }) => ({ input: { id } }),
  },
  billing: {
    balance: nothing,
    summary: nothing,
    transactions: () => ({ input: { limit: 100 } }),
    invoices: () => ({ input: { limit: 100 } }),
    requestDeposit: () => ({ input: { amount: 1_000_000, gateway: 'manual' } }),
    payDeposit: (world) => ({ input: { id: world.depositId }, refused: 409 }),
    checkDeposit: (world) => ({ input: { id: world.depositId } }),
    cancelDeposit: (world) => ({ input: { id: world.spare('deposit') } }),
    invoicePdf: ({ invoiceNumber: number }) => ({ input: { number }, patienceMs: DOCUMENT_PATIENCE_MS }),
  },
  billingDetails: {
    read: nothing,
    save: async ({ call, accounts }) => {
      const { token } = accounts.advertiser;
      const { version } = (await call('/auth/billing-details', { token })) as { version: number };
      return { input: { ...LARGEST_PARTY, version } };
    },
  },
  // No gateway takes cards here: what these do besides asking it is one row.
  cards: {
    add: () => ({ refused: 409 }),
    checkAdded: () => ({ input: { checkoutId: 'x'.repeat(255) }, refused: 409 }),
    setDefault: () => ({ input: { id: 2_147_483_647 }, refused: 404 }),
    remove: () => ({ input: { id: 2_147_483_647 }, refused: 404 }),
    saveAutoTopUp: () => ({
      input: { version: 0, enabled: false, threshold: 50, amount: 1_000 },
      refused: 409,
    }),
  },
} satisfies Partial<LargestCalls>;
