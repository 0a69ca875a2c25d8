import type { AdSize } from '@placard/domain/ad-size';
import type { Objective } from '@placard/domain/campaign/rules';
import type { Device } from '@placard/domain/targeting/places';
import { BRANDS, type BrandKey } from './artwork/brands.ts';

/** A day of the history: 0 is today, -60 the first. */
export type DemoDay = number;

export type AdSetPlan = {
  readonly name: string;
  readonly locations?: readonly string[];
  readonly devices?: readonly Device[];
  readonly startTime?: string;
  readonly endTime?: string;
  /** Dollars; null = the rate card. */
  readonly bid: number | null;
};

export type CampaignAct =
  | 'publish'
  | 'approve'
  | 'reject'
  | 'pause'
  | 'activate'
  | 'cancel'
  | 'archive'
  | 'edit';

export type CampaignPlan = {
  readonly owner: BrandKey;
  readonly name: string;
  readonly objective: Objective;
  readonly description: string;
  readonly totalBudget: number;
  readonly dailyBudget: number | null;
  readonly created: DemoDay;
  readonly start: DemoDay;
  readonly end: DemoDay | null;
  readonly adSets: readonly AdSetPlan[];
  readonly sizes: readonly AdSize[];
  /** Also a creative of third-party code, 300×250. */
  readonly thirdParty?: boolean;
  /** What becomes of its creatives; active unless said. */
  readonly creatives?: 'pending' | 'rejected';
  readonly life: readonly (readonly [DemoDay, CampaignAct])[];
};

export const DEPOSITS: readonly (readonly [BrandKey, DemoDay, number, 'confirmed' | 'failed' | 'pending'])[] =
  [
    ['northlight', -60, 2_500, 'confirmed'],
    ['brightleaf', -60, 1_800, 'confirmed'],
    ['kitchentable', -52, 600, 'confirmed'],
    ['ferrybank', -46, 120, 'confirmed'],
    ['northlight', -27, 1_500, 'confirmed'],
    ['brightleaf', -19, 400, 'failed'],
    ['brightleaf', -18, 1_000, 'confirmed'],
    ['ferrybank', -1, 500, 'pending'],
    ['northlight', 0, 800, 'pending'],
  ];

const size = (widthPx: number, heightPx: number): AdSize => ({ widthPx, heightPx });
const LEADERBOARD = size(728, 90);
const BANNER = size(468, 60);
const MOBILE = size(320, 50);
const RECTANGLE = size(300, 250);
const SQUARE = size(300, 300);
const SKYSCRAPER = size(160, 600);
const VIDEO = size(640, 360);
const ALL = [LEADERBOARD, BANNER, MOBILE, RECTANGLE, SQUARE, SKYSCRAPER, VIDEO];

/** The same for several: equals take turns, so that the demo page shows all of them. */
const EQUAL_BID = 5;
const EVERYWHERE: AdSetPlan = { name: 'Everywhere', bid: null };
const approvedOn = (day: DemoDay) =>
  [
    [day, 'publish'],
    [day + 1, 'approve'],
  ] as const;

export const CAMPAIGNS: readonly CampaignPlan[] = [
  {
    owner: 'northlight',
    name: 'Autumn evenings',
    objective: 'BRAND_AWARENESS',
    description: 'Pendant lamps for the dark half of the year',
    totalBudget: 2_400,
    dailyBudget: 45,
    created: -60,
    start: -59,
    end: 30,
    adSets: [
      { name: 'Germany, Austria, Switzerland', locations: ['DE', 'AT', 'CH'], bid: 7.5 },
      { name: 'Britain and Ireland', locations: ['GB', 'IE'], devices: ['desktop', 'tablet'], bid: 6.2 },
      { name: 'Everywhere else', bid: EQUAL_BID },
    ],
    sizes: ALL,
    life: approvedOn(-60),
  },
  {
    owner: 'northlight',
    name: 'Desk lamp launch',
    objective: 'TRAFFIC',
    description: 'Visits to the page of the new desk lamp',
    totalBudget: 1_500,
    dailyBudget: 40,
    created: -43,
    start: -41,
    end: null,
    adSets: [{ name: 'Everyone who reads', bid: 1.05 }],
    sizes: [SQUARE, BANNER, RECTANGLE, VIDEO],
    life: approvedOn(-42),
  },
  {
    owner: 'northlight',
    name: 'Summer terraces',
    objective: 'BRAND_AWARENESS',
    description: '',
    totalBudget: 900,
    dailyBudget: 30,
    created: -60,
    start: -59,
    end: -21,
    adSets: [{ name: 'Evenings', startTime: '17:00', endTime: '23:30', bid: 6.8 }],
    sizes: [LEADERBOARD, RECTANGLE],
    life: approvedOn(-60),
  },
  {
    owner: 'northlight',
    name: 'Reading corner',
    objective: 'BRAND_AWARENESS',
    description: 'Floor lamps',
    totalBudget: 700,
    dailyBudget: 20,
    created: -36,
    start: -35,
    end: 45,
    adSets: [{ name: 'Readers', locations: ['DE', 'NL', 'FR'], bid: 5.5 }],
    sizes: [SKYSCRAPER],
    life: [...approvedOn(-36), [-3, 'edit'], [-1, 'publish']],
  },
  {
    owner: 'northlight',
    name: 'Winter sale',
    objective: 'TRAFFIC',
    description: 'Twenty percent off for two weeks',
    totalBudget: 1_200,
    dailyBudget: 80,
    created: -6,
    start: 14,
    end: 28,
    adSets: [EVERYWHERE],
    sizes: [LEADERBOARD],
    life: approvedOn(-5),
  },
  {
    owner: 'northlight',
    name: 'Catalogue',
    objective: 'BRAND_AWARENESS',
    description: '',
    totalBudget: 400,
    dailyBudget: null,
    created: -2,
    start: 3,
    end: null,
    adSets: [EVERYWHERE],
    sizes: [],
    life: [],
  },
  {
    owner: 'northlight',
    name: 'Showroom opening',
    objective: 'TRAFFIC',
    description: 'Our first showroom opens its doors',
    totalBudget: 350,
    dailyBudget: 35,
    created: -1,
    start: 2,
    end: 16,
    adSets: [{ name: 'Around the showroom', locations: ['DE'], bid: 1.1 }],
    sizes: [RECTANGLE],
    creatives: 'pending',
    life: [[-1, 'publish']],
  },
  {
    owner: 'northlight',
    name: 'Flash weekend',
    objective: 'TRAFFIC',
    description: 'Free lamps for everybody!',
    totalBudget: 200,
    dailyBudget: null,
    created: -9,
    start: -7,
    end: null,
    adSets: [EVERYWHERE],
    sizes: [BANNER],
    creatives: 'rejected',
    life: [
      [-9, 'publish'],
      [-8, 'reject'],
    ],
  },
  {
    owner: 'northlight',
    name: 'Spring lights',
    objective: 'BRAND_AWARENESS',
    description: '',
    totalBudget: 500,
    dailyBudget: 15,
    created: -58,
    start: -57,
    end: null,
    adSets: [EVERYWHERE],
    sizes: [SQUARE],
    life: [...approvedOn(-58), [-45, 'cancel']],
  },
  {
    owner: 'northlight',
    name: 'Trade fair',
    objective: 'TRAFFIC',
    description: '',
    totalBudget: 300,
    dailyBudget: 20,
    created: -58,
    start: -57,
    end: null,
    adSets: [EVERYWHERE],
    sizes: [MOBILE],
    life: [...approvedOn(-58), [-51, 'cancel'], [-49, 'archive']],
  },
  {
    owner: 'brightleaf',
    name: 'Morning ritual',
    objective: 'BRAND_AWARENESS',
    description: 'A cup before the day begins',
    totalBudget: 2_000,
    dailyBudget: 40,
    created: -59,
    start: -58,
    end: null,
    adSets: [
      {
        name: 'Mornings in North America',
        locations: ['US', 'CA'],
        devices: ['mobile', 'tablet'],
        startTime: '05:00',
        endTime: '12:00',
        bid: 8.4,
      },
      { name: 'Everybody else', bid: EQUAL_BID },
    ],
    sizes: ALL,
    thirdParty: true,
    life: approvedOn(-59),
  },
  {
    owner: 'brightleaf',
    name: 'Iced tea summer',
    objective: 'TRAFFIC',
    description: '',
    totalBudget: 800,
    dailyBudget: 25,
    created: -52,
    start: -50,
    end: null,
    adSets: [{ name: 'North America', locations: ['US', 'CA'], bid: 0.9 }],
    sizes: [RECTANGLE, MOBILE],
    life: [...approvedOn(-51), [-15, 'pause']],
  },
  {
    owner: 'brightleaf',
    name: 'Gift boxes',
    objective: 'BRAND_AWARENESS',
    description: 'Tins for the holidays',
    totalBudget: 600,
    dailyBudget: 30,
    created: -4,
    start: -3,
    end: 35,
    adSets: [EVERYWHERE],
    sizes: [SQUARE, LEADERBOARD],
    creatives: 'pending',
    life: approvedOn(-4),
  },
  {
    owner: 'ferrybank',
    name: 'Free account',
    objective: 'TRAFFIC',
    description: 'Sign-ups for the free account',
    totalBudget: 3_000,
    dailyBudget: 60,
    created: -46,
    start: -45,
    end: null,
    adSets: [{ name: 'Europe', locations: ['GB', 'IE', 'DE', 'FR', 'NL', 'AT'], bid: 1.7 }],
    sizes: ALL,
    life: approvedOn(-46),
  },
  {
    owner: 'kitchentable',
    name: 'Dinner boxes',
    objective: 'BRAND_AWARENESS',
    description: 'Boxes from growers nearby',
    totalBudget: 550,
    dailyBudget: 15,
    created: -52,
    start: -50,
    end: 20,
    adSets: [
      { name: 'France and neighbours', locations: ['FR', 'DE', 'CH', 'NL'], bid: 5.8 },
      { name: 'Further away', bid: EQUAL_BID },
    ],
    sizes: [LEADERBOARD, MOBILE, RECTANGLE, SKYSCRAPER],
    life: approvedOn(-51),
  },
];

/** A moving ad as a third party would send it; the macro is the address that counts the click. */
export const THIRD_PARTY_CODE = `<style>
body{margin:0;font:600 19px/1.3 system-ui,sans-serif}
a{display:flex;flex-direction:column;justify-content:flex-end;width:300px;height:250px;box-sizing:border-box;padding:22px;
color:#1f4a37;text-decoration:none;background:linear-gradient(160deg,#f6f1de,#d5e3bd);overflow:hidden;position:relative}
svg{position:absolute;right:16px;top:14px;width:150px;height:150px;animation:sway 5s ease-in-out infinite}
@keyframes sway{50%{transform:translateY(7px) rotate(-2.5deg)}}
@media (prefers-reduced-motion:reduce){svg{animation:none}}
small{display:block;font-weight:400;font-size:14px}
</style>
<a href="{{CLICK_URL}}?u=https%3A%2F%2Fbrightleaf.example%2Fcup" target="_blank" rel="noopener">
<svg viewBox="0 0 100 100" aria-hidden="true">${BRANDS.brightleaf.scene}</svg>
Brightleaf<small>The morning can wait. Try a cup.</small></a>`;
