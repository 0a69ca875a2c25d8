import type { ReviewSaid } from '@placard/contract/review-values';
import type { ReviewItem } from '@placard/contract/reviews';
import type { AdSetTable, CampaignTable } from '@placard/db/schema/advertising';
import type { WebsiteTable } from '@placard/db/schema/publishing';
import { formatAdSize } from '@placard/domain/ad-size';
import { AD_CATEGORIES, AD_CATEGORY_CODES } from '@placard/domain/campaign/ad-categories';
import { type CreativeType, isCodeType } from '@placard/domain/creative/rules';
import { dollarsFromMicros, formatMicros, type Micros } from '@placard/domain/micros';
import type { ReviewKind } from '@placard/domain/review';
import { timeOfMinute } from '@placard/domain/targeting/time-of-day';
import {
  isNamedWebsiteCategory,
  RETIRED_WEBSITE_CATEGORIES,
  WEBSITE_CATEGORIES,
} from '@placard/domain/website/categories';
import { TRAFFIC_RANGES } from '@placard/domain/website/rules';
import type { Selectable } from 'kysely';
import type { HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { accountName } from '../accounts/account-name.ts';
import { toAdSetFields } from '../campaigns/ad-set-record.ts';
import { previewUrl } from '../creatives/preview-url.ts';
import { imageUrl } from '../images/image-address.ts';
import { readRelatedWebsites } from './related-websites.ts';

/** One thing to judge. The key stays the same when the label changes, so that before and after find each other. */
export type ReviewField = {
  readonly key: string;
  readonly label: string;
  /** In plain English: by it what was approved is compared. */
  readonly value: string;
  /** null: what its owner wrote, or nothing. */
  readonly said: ReviewSaid | null;
};

export type ReviewContent = {
  readonly name: string;
  readonly version: number;
  readonly owner: ReviewItem['owner'];
  readonly fields: readonly ReviewField[];
  readonly imageUrl: string | null;
  readonly frameUrl: string | null;
  readonly size: ReviewItem['size'];
  readonly related: ReviewItem['related'];
};

type Deps = HasDb & HasUrls & HasSecrets & HasClock;

/** What a reviewer sees of a campaign with its ad sets, a creative or a website; null when there is none. */
export async function readReviewContent(
  deps: Deps,
  kind: ReviewKind,
  id: number,
): Promise<ReviewContent | null> {
  switch (kind) {
    case 'campaign':
      return await campaignContent(deps, id);
    case 'creative':
      return await creativeContent(deps, id);
    case 'website':
      return await websiteContent(deps, id);
  }
}

const noPreview = { imageUrl: null, frameUrl: null, size: null };
const unrelated = { related: [] };

async function ownerOf({ db }: Deps, accountId: number): Promise<ReviewItem['owner']> {
  return await db
    .selectFrom('account_card')
    .select(['id', 'email', accountName('account_card').as('name')])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

async function campaignContent(deps: Deps, id: number): Promise<ReviewContent | null> {
  const campaign = await deps.db.selectFrom('campaign').selectAll().where('id', '=', id).executeTakeFirst();
  if (campaign === undefined) return null;
  const adSets = await deps.db
    .selectFrom('ad_set')
    .selectAll()
    .where('campaign_id', '=', id)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute();
  const fields: ReviewField[] = [
    written('name', 'Name', campaign.name),
    {
      ...{ key: 'objective', label: 'Objective', value: campaign.objective },
      said: { as: 'objective', objective: campaign.objective },
    },
    adCategory(campaign.category),
    written('description', 'Description', campaign.description),
    amount('totalBudget', 'Total budget', campaign.total_budget_micros),
    amount('dailyBudget', 'Daily budget', campaign.daily_budget_micros),
    onDay('startDate', 'Start date', campaign.start_date),
    onDay('endDate', 'End date', campaign.end_date),
    ...adSets.map((adSet) => adSetField(adSet, campaign)),
  ];
  const owner = await ownerOf(deps, campaign.advertiser_id);
  return { name: campaign.name, version: campaign.version, owner, fields, ...noPreview, ...unrelated };
}

function written(key: string, label: string, value: string): ReviewField {
  return { key, label, value, said: null };
}

function adCategory(code: string | null): ReviewField {
  const category = AD_CATEGORY_CODES.find((each) => each === code);
  const [value, said] =
    category === undefined
      ? [code ?? '', null]
      : [AD_CATEGORIES[category], { as: 'adCategory', category } as const];
  return { key: 'category', label: 'Category', value, said };
}

function amount(key: string, label: string, micros: Micros | null): ReviewField {
  const said = micros === null ? null : ({ as: 'amount', amount: dollarsFromMicros(micros) } as const);
  return { key, label, value: money(micros), said };
}

function onDay(key: string, label: string, day: string | null): ReviewField {
  return { key, label, value: day ?? '', said: day === null ? null : { as: 'day', day } };
}

function adSetField(adSet: Selectable<AdSetTable>, campaign: Selectable<CampaignTable>): ReviewField {
  return {
    key: `adSet.${adSet.id}`,
    label: `Ad set ${adSet.id}`,
    value: adSetText(adSet, campaign),
    said: { as: 'adSet', ...toAdSetFields(adSet), objective: campaign.objective },
  };
}

const DAYS = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function adSetText(adSet: Selectable<AdSetTable>, campaign: Selectable<CampaignTable>): string {
  const hours =
    adSet.start_minute === adSet.end_minute
      ? 'all day'
      : `${timeOfMinute(adSet.start_minute)}–${timeOfMinute(adSet.end_minute)}`;
  const days =
    adSet.days_of_week.length === 7
      ? 'every day'
      : adSet.days_of_week.map((day) => DAYS[day] ?? '').join(', ');
  const unit = campaign.objective === 'TRAFFIC' ? 'a click' : 'per 1,000 viewable impressions';
  return [
    adSet.name,
    adSet.description,
    `budget ${money(adSet.total_budget_micros)}`,
    adSet.daily_budget_micros === null ? '' : `${money(adSet.daily_budget_micros)} a day`,
    adSet.locations.length === 0 ? 'everywhere' : adSet.locations.join(', '),
    adSet.devices.join(', '),
    adSet.languages.length === 0 ? 'any language' : adSet.languages.join(', '),
    `${hours}, ${days}`,
    adSet.bid_micros === null ? '' : `bid ${money(adSet.bid_micros)} ${unit}`,
    adSet.frequency_cap_per_day === null ? '' : `${adSet.frequency_cap_per_day} times a day per viewer`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function money(micros: Micros | null): string {
  return micros === null ? '' : formatMicros(micros);
}

const CREATIVE_TYPE_LABELS: Readonly<Record<CreativeType, string>> = {
  image: 'Image',
  third_party: 'Third-party code',
};

async function creativeContent(deps: Deps, id: number): Promise<ReviewContent | null> {
  const creative = await deps.db
    .selectFrom('creative')
    .leftJoin('image', 'image.id', 'creative.image_id')
    .selectAll('creative')
    .select('image.file_key')
    .where('creative.id', '=', id)
    .executeTakeFirst();
  if (creative === undefined) return null;
  const isCode = isCodeType(creative.type);
  const size = { widthPx: creative.width_px, heightPx: creative.height_px };
  const fields: ReviewField[] = [
    written('name', 'Name', creative.name),
    written('description', 'Description', creative.description),
    {
      ...{ key: 'type', label: 'Type', value: CREATIVE_TYPE_LABELS[creative.type] },
      said: { as: 'creativeType', type: creative.type },
    },
    written('size', 'Size', formatAdSize(size)),
    ...(isCode
      ? [written('adCode', 'Ad code', creative.ad_code ?? '')]
      : [
          written('image', 'Image', creative.file_key ?? ''),
          written('altText', 'Alt text', creative.alt_text),
          // The ad server sends clicks there while an edit waits for review: it reads this key of what was approved.
          written('clickUrl', 'Click URL', creative.click_url ?? ''),
        ]),
  ];
  return {
    name: creative.name,
    version: creative.version,
    owner: await ownerOf(deps, creative.advertiser_id),
    fields,
    imageUrl: creative.file_key === null ? null : imageUrl(deps.deliveryUrl, creative.file_key),
    frameUrl: isCode ? await previewUrl(deps, creative) : null,
    size: { width: creative.width_px, height: creative.height_px },
    ...unrelated,
  };
}

async function websiteContent(deps: Deps, id: number): Promise<ReviewContent | null> {
  const website = await deps.db.selectFrom('website').selectAll().where('id', '=', id).executeTakeFirst();
  if (website === undefined) return null;
  const fields = [
    written('domain', 'Domain', website.domain),
    categoriesField(website.categories),
    trafficField(website),
  ];
  const owner = await ownerOf(deps, website.publisher_id);
  const related = await readRelatedWebsites(deps.db, website);
  return { name: website.domain, version: website.version, owner, fields, ...noPreview, related };
}

function categoriesField(codes: readonly string[]): ReviewField {
  const names: Readonly<Record<string, string>> = { ...WEBSITE_CATEGORIES, ...RETIRED_WEBSITE_CATEGORIES };
  const value = codes.map((code) => names[code] ?? code).join(', ');
  const said = { as: 'websiteCategories', categories: codes.filter(isNamedWebsiteCategory) } as const;
  return { key: 'categories', label: 'Categories', value, said };
}

function trafficField(
  website: Pick<Selectable<WebsiteTable>, 'traffic_range' | 'monthly_traffic'>,
): ReviewField {
  const ranges: Readonly<Record<string, { from: number; to: number }>> = TRAFFIC_RANGES;
  const range = website.traffic_range === null ? undefined : ranges[website.traffic_range];
  const [least, most] = range === undefined ? [website.monthly_traffic, null] : [range.from, range.to];
  const value = [least, most].flatMap((views) => views?.toLocaleString('en') ?? []).join('–');
  return { key: 'traffic', label: 'Monthly traffic', value, said: { as: 'traffic', least, most } };
}
