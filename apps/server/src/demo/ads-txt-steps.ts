import { adsTxtLineOf } from '@placard/domain/ads-txt/verdict';
import { checkWebsite } from '../features/ads-txt/check-website.ts';
import { networkIsPublic, ourLineFor } from '../features/ads-txt/our-line.ts';
import { rootDomainOf } from '../features/ads-txt/root-domain.ts';
import type { SafeFetch } from '../safe-fetch/safe-fetch.ts';
import type { DemoWorld } from './demo-world.ts';
import { WEBSITES, type WebsitePlan } from './publishing-plan.ts';
import type { Step } from './step.ts';

/** Days on which the checker came by; the last is this morning. */
const FIRST_CHECK = -59;
const CHECKED_ON = [FIRST_CHECK, -30, -2, -1, 0];

/**
 * The real check of each website, with answers made up: the demo's domains exist nowhere, so asking for them would
 * find nothing.
 */
export function adsTxtSteps(world: DemoWorld): Step[] {
  return WEBSITES.flatMap((plan) =>
    CHECKED_ON.map((day) => ({ day, hour: 8, run: async () => await check(world, plan, day) })),
  );
}

async function check(world: DemoWorld, plan: WebsitePlan, day: number): Promise<void> {
  const website = await world.db
    .selectFrom('website')
    .select(['id', 'domain', 'publisher_id as publisherId'])
    .where('domain', '=', plan.domain)
    .where('status', '<>', 'archived')
    .executeTakeFirst();
  if (website === undefined) return;
  // A demo at localhost has no name that an ads.txt could hold; its websites know it by one that is nobody's.
  const publicUrl = networkIsPublic(world) ? world.publicUrl : 'https://placard.example';
  const line = adsTxtLineOf(ourLineFor({ publicUrl }, website.publisherId));
  await checkWebsite({ ...world, publicUrl, outside: answerOf(plan, line, day) }, website);
}

const OTHERS = [
  '# Sellers of this publisher',
  'exchange.example, 40412, DIRECT, 9f1c2a',
  'resale.example, 7-221, RESELLER',
];

function answerOf(plan: WebsitePlan, line: string, day: number): SafeFetch {
  const root = rootDomainOf(plan.domain);
  return async ({ url }) => {
    if (plan.adsTxt === 'unknown') return { ok: false, url, fault: 'timed_out' };
    // A line that was copied wrongly at first is what most publishers begin with.
    const ours = plan.adsTxt === 'ok' && day > FIRST_CHECK ? line : line.replace('DIRECT', 'RESELLER');
    const body = Buffer.from(`${[...OTHERS, ours, `OWNERDOMAIN=${root}`].join('\n')}\n`);
    return { ok: true, url, status: 200, contentType: 'text/plain; charset=utf-8', body };
  };
}
