import { setTimeout as sleep } from 'node:timers/promises';
import { COLLECT_PATH } from '@placard/contract/wire/collect-protocol';
import {
  ADS_PATH,
  type Ad,
  type AdsAnswer,
  CLICK_PATH,
  EVENT_LETTERS,
  EVENTS_PATH,
} from '@placard/contract/wire/tag-protocol';
import type { Database } from '@placard/db/schema';
import { LEAST_AGE_MS } from '@placard/domain/decision/least-age';
import type { Kysely } from 'kysely';
import type { HasDb } from '../deps.ts';
import { Repeating } from '../repeating.ts';
import type { Random } from './random.ts';

/** A page of a website of the demo, as a visitor's browser knows it. */
export type LivePage = {
  readonly domain: string;
  readonly siteKey: string;
  readonly embedKeys: readonly string[];
};

export type LiveVisitorsDeps = HasDb & {
  readonly deliveryUrl: string;
  readonly random: Random;
  /** Page views a minute, 1 or more. */
  readonly perMinute: number;
  readonly onError: (cause: unknown) => void;
};

export type LiveVisitors = { start(): void; stop(): Promise<void> };

const CONTAINER_WIDTH_PX = 970;
const WIDGETS_A_PAGE = 4;
const SEEN_SHARE = 0.7;
/** As the demo's history has it, within what a click ladder lets pass. */
const CLICK_SHARE = 0.01;
const PATHS = ['/', '/town', '/sea', '/table', '/the-last-ferry-home'];
const CALL_MS = 5_000;

/** Each visitor has a browser of their own: one with a thousand views a day would be filtered. */
const BROWSERS = [
  (version: number) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.${version}.0 Safari/537.36`,
  (version: number) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS 20_${version % 10} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/20.0.${version} Mobile/15E148 Safari/604.1`,
  (version: number) =>
    `Mozilla/5.0 (Linux; Android 17; Pixel 12) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.${version}.0 Mobile Safari/537.36`,
  (version: number) =>
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.${version}) Gecko/20100101 Firefox/150.${version}`,
] as const;

/** Active websites with their active widgets. */
export async function livePages(db: Kysely<Database>): Promise<LivePage[]> {
  const rows = await db
    .selectFrom('widget')
    .innerJoin('website', 'website.id', 'widget.website_id')
    .select(['website.domain', 'website.analytics_key', 'widget.embed_key'])
    .where('website.status', '=', 'active')
    .where('widget.status', '=', 'active')
    .orderBy('widget.id')
    .execute();
  const pages = new Map<string, LivePage & { embedKeys: string[] }>();
  for (const { domain, analytics_key: siteKey, embed_key: embedKey } of rows) {
    const page = pages.get(domain);
    if (page === undefined) pages.set(domain, { domain, siteKey, embedKeys: [embedKey] });
    else page.embedKeys.push(embedKey);
  }
  return [...pages.values()];
}

/**
 * A few visitors a minute on the demo's websites, so that its figures move while somebody looks. They call the ad server over
 * the network as the tag and the analytics code do: what they see is chosen, counted and charged like everybody's.
 */
export function createLiveVisitors(deps: LiveVisitorsDeps): LiveVisitors {
  const { db, random, perMinute, onError } = deps;
  const leaving = new AbortController();
  const visit = async () => {
    const pages = await livePages(db);
    const page = pages[random.below(Math.max(1, pages.length))];
    if (page !== undefined) await visitPage(page, deps, leaving.signal);
  };
  const told = (cause: unknown) => {
    if (!leaving.signal.aborted) onError(cause);
  };
  const visits = new Repeating(visit, Math.round(60_000 / perMinute), told);
  return {
    start: () => visits.start(),
    stop: async () => {
      leaving.abort();
      await visits.stop();
    },
  };
}

/** One visitor opens a page, sees ads and perhaps clicks on one. @throws where the ad server does not answer */
export async function visitPage(
  page: LivePage,
  deps: Pick<LiveVisitorsDeps, 'random' | 'deliveryUrl'>,
  leaving: AbortSignal,
): Promise<void> {
  const { random } = deps;
  const browser = BROWSERS[random.below(BROWSERS.length)] ?? BROWSERS[0];
  const call = callsOf(page, {
    userAgent: browser(random.below(9_000)),
    deliveryUrl: deps.deliveryUrl,
    leaving,
  });
  const path = PATHS[random.below(PATHS.length)] ?? '/';
  await call(COLLECT_PATH, JSON.stringify({ s: page.siteKey, p: path }));
  const widgets = page.embedKeys.slice(0, WIDGETS_A_PAGE).map((key) => `${key}.${CONTAINER_WIDTH_PX}`);
  const response = await call(`${ADS_PATH}?w=${widgets.join(',')}&l=en`);
  const { a: answered } = (await response.json()) as AdsAnswer;
  const ads = answered.filter((ad) => ad !== null);
  if (ads.length === 0) return;
  await tell(call, 'impression', ads);
  await sleep(LEAST_AGE_MS.videoViewable + random.below(2_000), undefined, { signal: leaving, ref: false });
  const seen = ads.filter(() => random.chance(SEEN_SHARE));
  if (seen.length > 0) await tell(call, 'viewable', seen);
  const clicked = ads.find(() => random.chance(CLICK_SHARE));
  if (clicked !== undefined) await call(`${CLICK_PATH}/${clicked.t}`);
}

type Call = (path: string, body?: string) => Promise<Response>;

function callsOf(
  page: LivePage,
  of: { readonly userAgent: string; readonly deliveryUrl: string; readonly leaving: AbortSignal },
): Call {
  const { userAgent, deliveryUrl, leaving } = of;
  const origin = `https://${page.domain}`;
  return async (path, body) => {
    const response = await fetch(`${deliveryUrl}${path}`, {
      headers: { 'user-agent': userAgent, origin, referer: `${origin}/` },
      // A click's visitor would go on to the advertiser: nobody is there.
      redirect: 'manual',
      signal: AbortSignal.any([leaving, AbortSignal.timeout(CALL_MS)]),
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    if (response.status >= 400)
      throw new Error(`the ad server answered ${response.status} to ${path.slice(0, 2)}`);
    return response;
  };
}

async function tell(call: Call, kind: 'impression' | 'viewable', ads: readonly Ad[]): Promise<void> {
  await call(EVENTS_PATH, ads.map((ad) => EVENT_LETTERS[kind] + ad.t).join('\n'));
}
