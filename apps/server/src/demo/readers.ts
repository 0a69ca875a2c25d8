import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import type { Database } from '@placard/db/schema';
import type { Kysely } from 'kysely';
import type { EventWriter } from './event-writer.ts';
import { WEBSITES, type WebsitePlan } from './publishing-plan.ts';
import { pick, type Random, type Weighted } from './random.ts';
import { HOURS, type Hour, MS_OF_HOUR } from './visitors.ts';

/** Its publisher has not put the analytics code in: the list shows what was declared. */
const WITHOUT_CODE = 'harbour-archive.example';
/** Page views for each view of the busiest widget: some pages have none. */
const PAGES_PER_VIEW = 0.35;
const PAGES_PER_READER = 2.4;

const REFERRERS: Weighted<string> = [
  ['', 46],
  ['search.example', 27],
  ['social.example', 12],
  ['letters.example', 6],
  ['trailhead-journal.example', 4],
  ['forum.example', 3],
  ['city-guide.example', 2],
];

/** Pages of each website, the front page before all. */
const PAGES: Readonly<Record<string, Weighted<string>>> = {
  'harbour-news.example': [
    ['/', 38],
    ['/city/night-ferry-returns', 17],
    ['/city/quay-market', 11],
    ['/culture/lantern-week', 9],
    ['/sport/rowing-cup', 8],
    ['/opinion/slow-streets', 6],
    ['/weather', 6],
    ['/about', 2],
  ],
  'harbour-weather.example': [
    ['/', 58],
    ['/tides', 22],
    ['/storm-warnings', 13],
    ['/archive/2026', 4],
  ],
  'trailhead-journal.example': [
    ['/', 29],
    ['/routes/two-lakes', 18],
    ['/routes/high-pass', 14],
    ['/gear/light-tents', 12],
    ['/stories/first-snow', 9],
    ['/map', 7],
  ],
  'kitchen-table.example': [
    ['/', 24],
    ['/recipes/sourdough', 19],
    ['/recipes/lentil-soup', 15],
    ['/recipes/plum-cake', 13],
    ['/seasons/autumn', 9],
    ['/newsletter', 3],
  ],
};

export type ReadWebsite = { readonly websiteId: number; readonly plan: WebsitePlan };

/** Websites that the analytics code counts on a day. */
export async function readWebsites(db: Kysely<Database>): Promise<ReadWebsite[]> {
  const rows = await db
    .selectFrom('website')
    .select(['id', 'domain'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => {
    const plan = WEBSITES.find((one) => one.domain === row.domain);
    return plan === undefined || plan.domain === WITHOUT_CODE ? [] : [{ websiteId: row.id, plan }];
  });
}

/** Page views as analytics.js tells them: readers who look at a few pages each. */
export class Readers {
  readonly #random: Random;
  readonly #writer: EventWriter;
  #readers = 0;

  constructor(random: Random, writer: EventWriter) {
    this.#random = random;
    this.#writer = writer;
  }

  hour(hour: Hour, websites: readonly ReadWebsite[]): void {
    const share = (HOURS[new Date(hour.startMs).getUTCHours()] ?? 1) / 24;
    for (const { websiteId, plan } of websites) {
      const busiest = Math.max(0, ...plan.widgets.map((widget) => widget.viewsPerDay));
      const mean = (busiest * PAGES_PER_VIEW * share * hour.strength * hour.part) / PAGES_PER_READER;
      for (let readers = this.#random.around(mean); readers > 0; readers -= 1) {
        this.#reader(hour, websiteId, plan);
      }
    }
  }

  #reader(hour: Hour, websiteId: number, plan: WebsitePlan): void {
    const random = this.#random;
    const country = pick(random, plan.countries) ?? 'GB';
    const device = DEVICE_CODES[pick(random, plan.devices) ?? 'desktop'];
    const reason = random.chance(0.02) ? 'bot' : undefined;
    let referrerHost = pick(random, REFERRERS) ?? '';
    if (referrerHost === plan.domain) referrerHost = '';
    let atMs = hour.startMs + random.below(Math.max(1, Math.floor(MS_OF_HOUR * hour.part) - 60_000));
    this.#readers += 1;
    do {
      const path = pick(random, PAGES[plan.domain] ?? [['/', 1]]) ?? '/';
      this.#writer.pageView({ websiteId, country, device, referrerHost, path, atMs }, this.#readers, reason);
      referrerHost = '';
      atMs = Math.min(atMs + 10_000 + random.below(90_000), hour.untilMs);
    } while (random.chance(1 - 1 / PAGES_PER_READER));
  }
}
