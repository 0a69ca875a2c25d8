import type { AdSize } from '@placard/domain/ad-size';
import type { Device } from '@placard/domain/targeting/places';
import type { WebsiteCategory } from '@placard/domain/website/categories';
import type { TrafficRange } from '@placard/domain/website/rules';
import type { WidgetType } from '@placard/domain/widget/rules';
import type { DemoAccountKey } from './demo-accounts.ts';
import type { Weighted } from './random.ts';

export type WidgetPlan = {
  readonly name: string;
  readonly type: WidgetType;
  readonly headingTitle: string | null;
  readonly sizes: readonly AdSize[];
  /** Views a day when the history begins. */
  readonly viewsPerDay: number;
  readonly viewableRate: number;
  readonly end?: 'suspended' | 'archived';
};

export type WebsitePlan = {
  readonly owner: DemoAccountKey;
  readonly domain: string;
  readonly categories: readonly WebsiteCategory[];
  readonly traffic: TrafficRange;
  /** How its life goes on after it was registered. */
  readonly end: 'active' | 'pending' | 'suspended' | 'rejected' | 'deleted';
  readonly adsTxt: 'ok' | 'missing_line' | 'unknown';
  readonly countries: Weighted<string>;
  readonly devices: Weighted<Device>;
  readonly widgets: readonly WidgetPlan[];
};

const size = (widthPx: number, heightPx: number): AdSize => ({ widthPx, heightPx });
const STRIPS = [size(728, 90), size(468, 60), size(320, 50)];
const BOXES = [size(300, 250), size(300, 300)];
const NEWS_READERS: Weighted<string> = [
  ['GB', 34],
  ['IE', 9],
  ['DE', 18],
  ['FR', 8],
  ['NL', 6],
  ['US', 14],
  ['CA', 5],
  ['AT', 4],
  ['CH', 2],
];
const HIKERS: Weighted<string> = [
  ['US', 52],
  ['CA', 17],
  ['DE', 11],
  ['CH', 6],
  ['AT', 5],
  ['GB', 9],
];
const COOKS: Weighted<string> = [
  ['FR', 31],
  ['DE', 21],
  ['GB', 17],
  ['US', 17],
  ['CA', 8],
  ['NL', 6],
];
const MOBILE_FIRST: Weighted<Device> = [
  ['mobile', 61],
  ['desktop', 31],
  ['tablet', 8],
];
const AT_DESKS: Weighted<Device> = [
  ['desktop', 52],
  ['mobile', 41],
  ['tablet', 7],
];

/** Domain whose widgets the demo page shows. */
export const DEMO_PAGE_DOMAIN = 'harbour-news.example';

export const WEBSITES: readonly WebsitePlan[] = [
  {
    owner: 'harbour',
    domain: DEMO_PAGE_DOMAIN,
    categories: ['politics', 'travel', 'books_and_literature'],
    traffic: '100000_500000',
    end: 'active',
    adsTxt: 'ok',
    countries: NEWS_READERS,
    devices: AT_DESKS,
    widgets: [
      {
        name: 'Under the masthead',
        type: 'banner',
        headingTitle: null,
        sizes: STRIPS,
        viewsPerDay: 1_150,
        viewableRate: 0.71,
      },
      {
        name: 'Beside the article',
        type: 'banner',
        headingTitle: null,
        sizes: BOXES,
        viewsPerDay: 840,
        viewableRate: 0.66,
      },
      {
        name: 'Tall column',
        type: 'banner',
        headingTitle: null,
        sizes: [size(160, 600)],
        viewsPerDay: 420,
        viewableRate: 0.58,
      },
      {
        name: 'Between the stories',
        type: 'native',
        headingTitle: 'Worth a look',
        sizes: [size(300, 250)],
        viewsPerDay: 610,
        viewableRate: 0.63,
      },
      {
        name: 'Moving picture',
        type: 'video',
        headingTitle: null,
        sizes: [size(640, 360)],
        viewsPerDay: 300,
        viewableRate: 0.52,
      },
      {
        name: 'Bar at the bottom',
        type: 'floating_sticky_ad',
        headingTitle: null,
        sizes: [size(728, 90), size(320, 50)],
        viewsPerDay: 520,
        viewableRate: 0.88,
      },
    ],
  },
  {
    owner: 'harbour',
    domain: 'harbour-weather.example',
    categories: ['science', 'travel'],
    traffic: '50000_100000',
    end: 'active',
    adsTxt: 'missing_line',
    countries: NEWS_READERS,
    devices: MOBILE_FIRST,
    widgets: [
      {
        name: 'Top of the forecast',
        type: 'banner',
        headingTitle: null,
        sizes: STRIPS,
        viewsPerDay: 480,
        viewableRate: 0.74,
      },
      {
        name: 'After the radar',
        type: 'banner',
        headingTitle: null,
        sizes: BOXES,
        viewsPerDay: 260,
        viewableRate: 0.49,
      },
    ],
  },
  {
    owner: 'harbour',
    domain: 'harbour-classifieds.example',
    categories: ['shopping'],
    traffic: '10000_50000',
    end: 'pending',
    adsTxt: 'unknown',
    countries: NEWS_READERS,
    devices: AT_DESKS,
    widgets: [],
  },
  {
    owner: 'harbour',
    domain: 'harbour-archive.example',
    categories: ['education', 'books_and_literature'],
    traffic: '1000_5000',
    end: 'suspended',
    adsTxt: 'ok',
    countries: NEWS_READERS,
    devices: AT_DESKS,
    widgets: [
      {
        name: 'Reading room',
        type: 'banner',
        headingTitle: null,
        sizes: BOXES,
        viewsPerDay: 40,
        viewableRate: 0.6,
      },
    ],
  },
  {
    owner: 'trailhead',
    domain: 'trailhead-journal.example',
    categories: ['sports', 'travel', 'hobbies_and_interests'],
    traffic: '100000_500000',
    end: 'active',
    adsTxt: 'ok',
    countries: HIKERS,
    devices: MOBILE_FIRST,
    widgets: [
      {
        name: 'Trail header',
        type: 'banner',
        headingTitle: null,
        sizes: STRIPS,
        viewsPerDay: 760,
        viewableRate: 0.69,
      },
      {
        name: 'Gear guide',
        type: 'native',
        headingTitle: 'From our partners',
        sizes: [size(300, 250)],
        viewsPerDay: 430,
        viewableRate: 0.61,
      },
      {
        name: 'Map sidebar',
        type: 'banner',
        headingTitle: null,
        sizes: [size(160, 600), size(300, 300)],
        viewsPerDay: 350,
        viewableRate: 0.55,
      },
    ],
  },
  {
    owner: 'trailhead',
    domain: 'trailhead-forum.example',
    categories: ['sports'],
    traffic: '5000_10000',
    end: 'rejected',
    adsTxt: 'unknown',
    countries: HIKERS,
    devices: MOBILE_FIRST,
    widgets: [],
  },
  {
    owner: 'trailhead',
    domain: 'old-trails.example',
    categories: ['travel'],
    traffic: 'under_1000',
    end: 'deleted',
    adsTxt: 'missing_line',
    countries: HIKERS,
    devices: AT_DESKS,
    widgets: [],
  },
  {
    owner: 'kitchentable',
    domain: 'kitchen-table.example',
    categories: ['food_and_drink', 'family_and_relationships'],
    traffic: '50000_100000',
    end: 'active',
    adsTxt: 'ok',
    countries: COOKS,
    devices: MOBILE_FIRST,
    widgets: [
      {
        name: 'Above the recipe',
        type: 'banner',
        headingTitle: null,
        sizes: STRIPS,
        viewsPerDay: 540,
        viewableRate: 0.72,
      },
      {
        name: 'Next to the ingredients',
        type: 'banner',
        headingTitle: null,
        sizes: BOXES,
        viewsPerDay: 380,
        viewableRate: 0.64,
      },
      {
        name: 'Old sidebar',
        type: 'banner',
        headingTitle: null,
        sizes: BOXES,
        viewsPerDay: 90,
        viewableRate: 0.4,
        end: 'suspended',
      },
      {
        name: 'Pop over the page',
        type: 'floating_sticky_ad',
        headingTitle: null,
        sizes: [size(320, 50)],
        viewsPerDay: 60,
        viewableRate: 0.8,
        end: 'archived',
      },
    ],
  },
];
