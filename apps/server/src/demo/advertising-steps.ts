import { type AdSize, formatAdSize } from '@placard/domain/ad-size';
import type { AdCategory } from '@placard/domain/campaign/ad-categories';
import sharp from 'sharp';
import { confirmDeposit, failDeposit } from '../features/billing/operator-deposits.ts';
import { requestDeposit } from '../features/billing/request-deposit.ts';
import { actOnCampaign } from '../features/campaigns/act-on-campaign.ts';
import { saveDraft } from '../features/campaigns/campaign-draft.ts';
import { createCampaign } from '../features/campaigns/create-campaign.ts';
import { createAdSet } from '../features/campaigns/edit-ad-set.ts';
import { getCampaign } from '../features/campaigns/get-campaign.ts';
import { updateCampaign } from '../features/campaigns/update-campaign.ts';
import { actOnCreative } from '../features/creatives/act-on-creative.ts';
import { createCreative } from '../features/creatives/create-creative.ts';
import { uploadImage } from '../features/images/upload-image.ts';
import { approveReview, rejectReview } from '../features/reviews/decide-review.ts';
import {
  type AdSetPlan,
  CAMPAIGNS,
  type CampaignAct,
  type CampaignPlan,
  DEPOSITS,
  THIRD_PARTY_CODE,
} from './advertising-plan.ts';
import { bannerSvg } from './artwork/banner.ts';
import { BRANDS } from './artwork/brands.ts';
import type { DemoWorld } from './demo-world.ts';
import type { Step } from './step.ts';

/** Deposits, campaigns, their creatives and what becomes of them, by the use cases that the API calls. */
export function advertisingSteps(world: DemoWorld): Step[] {
  return [
    ...depositSteps(world),
    ...CAMPAIGNS.flatMap((plan) => campaignSteps(world, plan)),
    ...lastSteps(world),
  ];
}

function depositSteps(world: DemoWorld): Step[] {
  const { operator } = world.actors;
  return DEPOSITS.flatMap(([owner, day, amount, end]) => {
    let id = 0;
    const ask = async () => {
      id = (
        await requestDeposit({ ...world, cards: null }, world.actors[owner], { amount, gateway: 'manual' })
      ).id;
    };
    const steps: Step[] = [{ day, hour: 7, run: ask }];
    if (end === 'confirmed') {
      steps.push({ day, hour: 8, run: async () => await confirmDeposit(world, operator, { id }) });
    }
    if (end === 'failed') {
      steps.push({ day: day + 1, hour: 8, run: async () => await failDeposit(world, operator, { id }) });
    }
    return steps;
  });
}

type Made = { campaignId: number; adSetIds: number[]; creativeIds: number[] };

function campaignSteps(world: DemoWorld, plan: CampaignPlan): Step[] {
  const made: Made = { campaignId: 0, adSetIds: [], creativeIds: [] };
  const steps: Step[] = [
    {
      day: plan.created,
      hour: 8,
      run: async () => {
        await makeCampaign(world, plan, made);
        await makeCreatives(world, plan, made);
      },
    },
  ];
  if (plan.creatives !== 'pending') {
    const verdict = async () => {
      for (const id of made.creativeIds) await judgeCreative(world, plan, id);
    };
    steps.push({ day: plan.created, hour: 9, run: verdict });
  }
  for (const [day, act] of plan.life) {
    steps.push({ day, hour: 10, run: async () => await actOn(world, plan, made, act) });
  }
  return steps;
}

function adSetFields(plan: AdSetPlan) {
  return {
    name: plan.name,
    description: '',
    totalBudget: null,
    dailyBudget: null,
    locations: [...(plan.locations ?? [])],
    devices: [...(plan.devices ?? (['desktop', 'mobile', 'tablet'] as const))],
    languages: [],
    startTime: plan.startTime ?? '00:00',
    endTime: plan.endTime ?? '00:00',
    daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
    bid: plan.bid,
    frequencyCapPerDay: null,
  };
}

/** What each brand sells. */
const CATEGORIES = {
  northlight: 'durable_goods',
  brightleaf: 'packaged_goods',
  kitchentable: 'food_services',
  ferrybank: 'finance',
} as const satisfies Record<CampaignPlan['owner'], AdCategory>;

async function makeCampaign(world: DemoWorld, plan: CampaignPlan, made: Made): Promise<void> {
  const actor = world.actors[plan.owner];
  const [first, ...others] = plan.adSets;
  if (first === undefined) throw new Error(`${plan.name} has no ad set`);
  const { history } = world;
  const created = await createCampaign(world, actor, {
    campaign: {
      name: plan.name,
      objective: plan.objective,
      category: CATEGORIES[plan.owner],
      description: plan.description,
      totalBudget: plan.totalBudget,
      dailyBudget: plan.dailyBudget,
      startDate: history.dayText(plan.start),
      endDate: plan.end === null ? null : history.dayText(plan.end),
    },
    adSet: adSetFields(first),
    requestKey: `demo-${plan.owner}-${plan.name}`,
  });
  made.campaignId = created.campaignId;
  made.adSetIds.push(created.adSetId);
  for (const adSet of others) {
    const { id } = await createAdSet(world, actor, { ...adSetFields(adSet), campaignId: made.campaignId });
    made.adSetIds.push(id);
  }
}

async function makeCreatives(world: DemoWorld, plan: CampaignPlan, made: Made): Promise<void> {
  const actor = world.actors[plan.owner];
  const brand = BRANDS[plan.owner];
  const common = { adSetIds: made.adSetIds };
  // Drawn side by side, on all cores; what is done with them has an order.
  const banners = await Promise.all(
    plan.sizes.map(async (size) => ({ size, png: await drawBanner(plan, size) })),
  );
  for (const { size, png } of banners) {
    const { imageKey } = await uploadBanner(world, plan, size, png);
    const { id } = await createCreative(world, actor, {
      ...common,
      basicInfo: { name: `${plan.name} ${formatAdSize(size)}`, description: '' },
      content: {
        type: 'image',
        size: { width: size.widthPx, height: size.heightPx },
        imageKey,
        altText: `${brand.name}: ${brand.claim.join(' ')}`,
        clickUrl: `https://${plan.owner}.example/${plan.name.toLowerCase().replaceAll(' ', '-')}`,
      },
      requestKey: `demo-${made.campaignId}-${formatAdSize(size)}`,
    });
    made.creativeIds.push(id);
  }
  if (plan.thirdParty !== true) return;
  const { id } = await createCreative(world, actor, {
    ...common,
    basicInfo: { name: `${plan.name} moving cup`, description: 'Served by our agency' },
    content: { type: 'third_party', size: { width: 300, height: 250 }, adCode: THIRD_PARTY_CODE },
    requestKey: `demo-${made.campaignId}-third-party`,
  });
  made.creativeIds.push(id);
}

async function drawBanner(plan: CampaignPlan, size: AdSize): Promise<Buffer> {
  const svg = Buffer.from(bannerSvg(BRANDS[plan.owner], size));
  return await sharp(svg).png({ compressionLevel: 1 }).toBuffer();
}

async function uploadBanner(world: DemoWorld, plan: CampaignPlan, size: AdSize, png: Buffer) {
  const file = new File([new Uint8Array(png)], `${plan.owner}.png`, { type: 'image/png' });
  return await uploadImage(world, world.actors[plan.owner], {
    file,
    width: size.widthPx,
    height: size.heightPx,
  });
}

async function judgeCreative(world: DemoWorld, plan: CampaignPlan, id: number): Promise<void> {
  const seen = { kind: 'creative' as const, id, version: 1 };
  const { operator } = world.actors;
  if (plan.creatives !== 'rejected') await approveReview(world, operator, seen);
  else await rejectReview(world, operator, { ...seen, ...REASON });
}

const REASON = {
  code: 'misleading' as const,
  text: 'The banner promises a gift that the page it leads to does not mention.',
};

async function actOn(world: DemoWorld, plan: CampaignPlan, made: Made, act: CampaignAct): Promise<void> {
  const actor = world.actors[plan.owner];
  const { version } = await getCampaign(world, actor, { id: made.campaignId });
  const seen = { kind: 'campaign' as const, id: made.campaignId, version };
  switch (act) {
    case 'approve':
      return await approveReview(world, world.actors.operator, seen);
    case 'reject':
      return await rejectReview(world, world.actors.operator, { ...seen, ...REASON });
    case 'edit':
      await updateCampaign(world, actor, {
        id: made.campaignId,
        version,
        name: plan.name,
        category: CATEGORIES[plan.owner],
        description: `${plan.description}, now also the small ones`,
        totalBudget: plan.totalBudget + 300,
        dailyBudget: plan.dailyBudget,
        startDate: world.history.dayText(plan.start),
        endDate: plan.end === null ? null : world.history.dayText(plan.end),
      });
      return;
    default:
      await actOnCampaign(world, actor, { id: made.campaignId, action: act });
  }
}

/** What makes the lists complete: creatives paused and archived, and a campaign left half-way. */
function lastSteps(world: DemoWorld): Step[] {
  const { brightleaf, northlight } = world.actors;
  const act = async (owner: typeof brightleaf, name: string, action: 'pause' | 'archive') => {
    const creative = await world.db
      .selectFrom('creative')
      .select('id')
      .where('advertiser_id', '=', owner.accountId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    await actOnCreative(world, owner, { id: creative.id, action });
  };
  return [
    { day: -12, hour: 11, run: async () => await act(brightleaf, 'Morning ritual 468x60', 'pause') },
    { day: -40, hour: 11, run: async () => await act(northlight, 'Trade fair 320x50', 'archive') },
    {
      day: -1,
      hour: 16,
      run: async () =>
        await saveDraft(world, brightleaf, {
          step: 'target',
          content: {
            campaign: { name: 'New year, new teas', objective: 'TRAFFIC', totalBudget: 400 },
            adSet: { name: 'Everywhere' },
          },
        }),
    },
  ];
}
