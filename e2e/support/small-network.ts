import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';
import type { RunningPlacard } from '@placard/tooling/running-placard';
import sharp from 'sharp';
import { acceptLink, type Session, signIn } from './api-client.ts';

export const PASSWORD = 'Harbour-7-light';

type Id = { readonly id: number };
export type Reviewed = Id & { readonly version: number };

/** One advertiser with a running campaign, one publisher with a running widget: the least that serves an ad. */
export type SmallNetwork = {
  readonly operator: Session;
  readonly advertiser: Session;
  readonly publisher: Session;
  readonly campaignId: number;
  readonly adSetId: number;
  readonly creativeId: number;
  readonly websiteId: number;
  readonly widgetId: number;
  readonly embedKey: string;
  readonly code: { readonly head: string; readonly widget: string };
};

/** A flat image of exactly this size, as an advertiser would upload it. */
export async function bannerPng(widthPx: number, heightPx: number, red = 34): Promise<Buffer> {
  const background = { r: red, g: 92, b: 140 };
  return await sharp({ create: { width: widthPx, height: heightPx, channels: 3, background } })
    .png()
    .toBuffer();
}

/** An account with `PASSWORD`, as if its owner had followed the link. */
export async function invite(
  base: string,
  operator: Session,
  email: string,
  roles: readonly string[],
  name: string,
): Promise<Session> {
  const { inviteUrl } = await operator.post<{ inviteUrl: string }>('/operator/users/invite', {
    email,
    roles,
    ...(roles.includes('operator') ? { currentPassword: PASSWORD } : {}),
  });
  return await acceptLink(base, inviteUrl, { password: PASSWORD, firstName: name, lastName: 'Account' });
}

export async function approve(operator: Session, kind: string, subject: Reviewed): Promise<void> {
  await operator.post('/operator/reviews/approve', { kind, id: subject.id, version: subject.version });
}

/** Deposits by bank transfer and has the operator confirm it. */
export async function fund(operator: Session, advertiser: Session, dollars: number): Promise<void> {
  const deposit = await advertiser.post<Id>('/advertiser/deposits', { amount: dollars, gateway: 'manual' });
  await operator.post(`/operator/deposits/${deposit.id}/confirm`);
}

export type SmallNetworkOptions = {
  readonly objective: 'BRAND_AWARENESS' | 'TRAFFIC';
  readonly totalBudget: number;
  readonly bid: number;
  readonly deposit: number;
  readonly domain: string;
  readonly clickUrl: string;
  readonly widgetType: 'banner' | 'native' | 'video' | 'floating_sticky_ad';
};

/** The website of a network that names no other. */
export const USUAL_DOMAIN = 'lights.example.com';

const USUAL: SmallNetworkOptions = {
  objective: 'TRAFFIC',
  totalBudget: 400,
  bid: 0.5,
  deposit: 500,
  domain: USUAL_DOMAIN,
  clickUrl: 'https://shop.example.com/lantern',
  widgetType: 'banner',
};

async function createCampaign(advertiser: Session, options: SmallNetworkOptions) {
  const today = new Date().toISOString().slice(0, 10);
  return await advertiser.post<{ campaignId: number; adSetId: number }>('/advertiser/campaigns', {
    requestKey: `campaign-${options.domain}`,
    campaign: {
      name: 'Lantern week',
      objective: options.objective,
      totalBudget: options.totalBudget,
      dailyBudget: null,
      startDate: today,
      endDate: null,
    },
    adSet: { name: 'Everywhere', totalBudget: null, dailyBudget: null, bid: options.bid },
  });
}

/** An image of 300 × 250, "Lantern banner", not yet approved. */
export async function createCreative(
  advertiser: Session,
  adSetId: number,
  clickUrl: string,
  altText = 'Lantern week',
): Promise<Reviewed> {
  const form = new FormData();
  const png = await bannerPng(300, 250);
  form.set('file', new File([new Uint8Array(png)], 'lantern.png', { type: 'image/png' }));
  form.set('width', '300');
  form.set('height', '250');
  const image = await advertiser.upload<{ imageKey: string }>('/advertiser/images', form);
  return await advertiser.post<Reviewed>('/advertiser/creatives', {
    requestKey: `creative-${adSetId}-${altText}`,
    basicInfo: { name: 'Lantern banner' },
    content: {
      type: 'image',
      size: { width: 300, height: 250 },
      imageKey: image.imageKey,
      altText,
      clickUrl,
    },
    adSetIds: [adSetId],
  });
}

/** Builds it through the API of a fresh installation started with PLACARD_OPERATOR_EMAIL. */
export async function buildSmallNetwork(
  placard: Pick<RunningPlacard, 'url'>,
  chosen: Partial<SmallNetworkOptions> = {},
): Promise<SmallNetwork> {
  const options = { ...USUAL, ...chosen };
  const operator = await signIn(placard.url, OPERATOR_EMAIL, PASSWORD);
  const account = (name: string, role: string) =>
    invite(placard.url, operator, `${name.toLowerCase()}@${options.domain}`, [role], name);
  const advertiser = await account('Buyer', 'advertiser');
  const publisher = await account('Site', 'publisher');
  await fund(operator, advertiser, options.deposit);
  const { campaignId, adSetId } = await createCampaign(advertiser, options);
  const creative = await createCreative(advertiser, adSetId, options.clickUrl);
  const campaign = await advertiser.post<Reviewed>(`/advertiser/campaigns/${campaignId}/actions`, {
    action: 'publish',
  });
  const website = await publisher.post<Reviewed>('/publisher/websites', {
    domain: options.domain,
    categories: ['politics'],
    traffic: { range: '1000_5000' },
  });
  await approve(operator, 'campaign', campaign);
  await approve(operator, 'creative', creative);
  await approve(operator, 'website', website);
  const widget = await publisher.post<Id & { embedKey: string; code: { head: string; widget: string } }>(
    `/publisher/websites/${website.id}/widgets`,
    { type: options.widgetType, name: 'Beside the text', sizes: [{ width: 300, height: 250 }] },
  );
  return {
    operator,
    advertiser,
    publisher,
    campaignId,
    adSetId,
    creativeId: creative.id,
    websiteId: website.id,
    widgetId: widget.id,
    embedKey: widget.embedKey,
    code: widget.code,
  };
}

export const OPERATOR_EMAIL = 'operator@example.com';
/** Of a Placard that starts as it would for anybody, from nothing. */
export const OPERATOR_ENVIRONMENT = {
  PLACARD_OPERATOR_EMAIL: OPERATOR_EMAIL,
  PLACARD_OPERATOR_PASSWORD: PASSWORD,
};

/** For journeys that are not about starting. */
export const JOURNEY_ENVIRONMENT = { ...OPERATOR_ENVIRONMENT, ...COMPILE_CACHE };
