import type { Finding } from '@placard/contract/review-findings';
import type { Database } from '@placard/db/schema';
import { ALIKE_BITS, hashDistance } from '@placard/domain/creative/perceptual-hash';
import { codeKey, hostsInCode, isClickFault, MOST_HOSTS_NAMED } from '@placard/domain/review-findings';
import { type Kysely, sql } from 'kysely';
import type { HasDb } from '../../deps.ts';
import { eachInBreaths, STEPS_A_STRETCH } from '../../fairness/breather.ts';
import type { FetchAnswer, HasOutside, SafeFetch } from '../../safe-fetch/safe-fetch.ts';
import { rootDomainOf } from '../ads-txt/root-domain.ts';

type Judged = {
  readonly id: number;
  readonly advertiser_id: number;
  readonly click_url: string | null;
  readonly ad_code: string | null;
  readonly width_px: number;
  readonly height_px: number;
  readonly image_width_px: number | null;
  readonly image_height_px: number | null;
  readonly file_key: string | null;
  readonly dhash: bigint | null;
};

/** So many earlier ads of an advertiser, and rejected ones of everybody, are looked at. */
const MOST_EARLIER = 500;
const MOST_REJECTED = 20_000;
/** Codes of up to 100,000 characters: some megabytes, and a turn of its own for each. */
const CODES_AT_ONCE = 20;
const STEPS_A_CODE = STEPS_A_STRETCH;
/** What has the same key says the same, as far as anybody means well. */
const MOST_OF_A_KEY = 3;

/** What a machine can say of a creative before a person judges it; null where there is no such creative. */
export async function findInCreative(
  { db, outside }: HasDb & HasOutside,
  id: number,
): Promise<Finding[] | null> {
  const { rows } = await sql<Judged>`
    select k.id, k.advertiser_id, k.click_url, k.ad_code, k.width_px, k.height_px,
           i.width_px as image_width_px, i.height_px as image_height_px, i.file_key, i.dhash
      from creative k left join image i on i.id = k.image_id where k.id = ${id}`.execute(db);
  const [creative] = rows;
  if (creative === undefined) return null;
  const earlier = await readEarlier(db, creative);
  return [
    ...(await duplicates(db, creative)),
    ...(creative.click_url === null ? [] : await findInClickUrl(outside, creative.click_url)),
    ...newDomain(creative, earlier),
    ...(await codeFindings(db, creative)),
    ...imageFindings(creative),
  ];
}

type Earlier = { readonly click_url: string | null };

/** The advertiser's other creatives that were approved and still stand. */
const earlierOf = ({ id, advertiser_id: owner }: Judged) =>
  sql`advertiser_id = ${owner} and id <> ${id} and approved_at is not null and rejection_code is null`;

async function readEarlier(db: Kysely<Database>, creative: Judged): Promise<Earlier[]> {
  if (creative.click_url === null) return [];
  const { rows } = await sql<Earlier>`
    select click_url from creative where ${earlierOf(creative)} order by id desc limit ${MOST_EARLIER}`.execute(
    db,
  );
  return rows;
}

/** Hosts that the advertiser's approved code names. Code may be long: some of it at a time, and others' calls in between. */
async function hostsKnown(db: Kysely<Database>, creative: Judged): Promise<Set<string>> {
  const known = new Set<string>();
  let before: number | null = null;
  for (let read = 0; read < MOST_EARLIER; read += CODES_AT_ONCE) {
    const { rows } = await sql<{ id: number; code: string | null }>`
      select id, ad_code as code from creative
       where ${earlierOf(creative)} and (${before}::int is null or id < ${before})
       order by id desc limit ${CODES_AT_ONCE}`.execute(db);
    await eachInBreaths(rows, STEPS_A_CODE, ({ code }) => {
      for (const host of code === null ? [] : hostsInCode(code).hosts) known.add(host);
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < CODES_AT_ONCE) break;
    before = last.id;
  }
  return known;
}

function domainOf(url: string): string {
  return rootDomainOf(new URL(url).hostname);
}

/** An answer that is no page, and what keeps robots out: whoever looks at it in a browser may see a page. */
const KEPT_OUT = [401, 403, 405, 406, 429, 451];

/** Where a click leads, asked as a browser would ask: whether anything is there, and whether it is somewhere else. */
export async function findInClickUrl(outside: SafeFetch, clickUrl: string): Promise<Finding[]> {
  const answer = await outside({ url: clickUrl, accept: 'text/html' });
  const dead = deadBecause(answer);
  if (dead !== null) return [{ code: 'click_dead', detail: { url: clickUrl, because: dead } }];
  const [from, to] = [domainOf(clickUrl), domainOf(answer.url)];
  return from === to ? [] : [{ code: 'click_elsewhere', detail: { from, to } }];
}

function deadBecause(answer: FetchAnswer): string | null {
  if (answer.ok) {
    const { status } = answer;
    return status >= 400 && !KEPT_OUT.includes(status) ? String(status) : null;
  }
  return isClickFault(answer.fault) ? answer.fault : null;
}

/** Nothing can be unlike what never was: a first ad has no domain to compare with. */
function newDomain({ click_url: clickUrl }: Judged, earlier: readonly Earlier[]): Finding[] {
  if (clickUrl === null) return [];
  const known = new Set(earlier.flatMap(({ click_url: url }) => (url === null ? [] : [domainOf(url)])));
  const domain = domainOf(clickUrl);
  if (known.size === 0 || known.has(domain)) return [];
  return [{ code: 'click_new_domain', detail: { domain, earlier: [...known].slice(0, 3).join(', ') } }];
}

/** Hosts that none of the advertiser's approved code names, and what is asked for by plain http. */
async function codeFindings(db: Kysely<Database>, creative: Judged): Promise<Finding[]> {
  const { ad_code: code } = creative;
  if (code === null) return [];
  const known = await hostsKnown(db, creative);
  const { hosts, insecure } = hostsInCode(code);
  const fresh = hosts.filter((host) => !known.has(host));
  const named = (list: readonly string[]) => list.slice(0, MOST_HOSTS_NAMED).join(', ');
  return [
    ...(fresh.length === 0
      ? []
      : [{ code: 'code_hosts' as const, detail: { hosts: named(fresh), count: fresh.length } }]),
    ...(insecure.length === 0
      ? []
      : [{ code: 'code_insecure' as const, detail: { hosts: named(insecure), count: insecure.length } }]),
  ];
}

/** An image that is stretched to its slot. */
function imageFindings(creative: Judged): Finding[] {
  const {
    image_width_px: width,
    image_height_px: height,
    width_px: slotWidth,
    height_px: slotHeight,
  } = creative;
  if (width === null || height === null || (width >= slotWidth && height >= slotHeight)) return [];
  return [
    { code: 'image_small', detail: { image: `${width}×${height}`, slot: `${slotWidth}×${slotHeight}` } },
  ];
}

/** What looks or reads like something that was rejected or taken down, whosever it was; the most alike one. */
async function duplicates(db: Kysely<Database>, judged: Judged): Promise<Finding[]> {
  const { id, dhash, file_key: fileKey, ad_code: code } = judged;
  if (code !== null) return await duplicateCode(db, id, code);
  const same = fileKey === null ? [] : await duplicateFile(db, id, fileKey);
  return same.length > 0 || dhash === null ? same : await duplicateImage(db, id, dhash);
}

/** The file itself, which a flat image has no hash to be told by; its name says what it holds. */
async function duplicateFile(db: Kysely<Database>, id: number, fileKey: string): Promise<Finding[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select k.id, k.name from image i join creative k on k.image_id = i.id
     where i.file_key = ${fileKey} and k.rejection_code is not null and k.id <> ${id}
     order by k.id desc limit 1`.execute(db);
  return rows.map((found) => ({ code: 'duplicate_image', detail: { ...found, bits: 0 } }));
}

async function duplicateCode(db: Kysely<Database>, id: number, code: string): Promise<Finding[]> {
  const { rows } = await sql<{ id: number; name: string; ad_code: string }>`
    select k.id, k.name, k.ad_code from creative k
     where k.rejection_code is not null and k.ad_code is not null and k.id <> ${id}
       and ad_code_key(k.ad_code) = ad_code_key(${code})
     order by k.id desc limit ${MOST_OF_A_KEY}`.execute(db);
  const key = codeKey(code);
  const same = rows.find((row) => codeKey(row.ad_code) === key);
  return same === undefined ? [] : [{ code: 'duplicate_code', detail: { id: same.id, name: same.name } }];
}

/** The nearest is found where the hashes are: 20,000 of them would be a long turn here. */
async function duplicateImage(db: Kysely<Database>, id: number, dhash: bigint): Promise<Finding[]> {
  const { rows } = await sql<{ id: number; name: string; dhash: bigint }>`
    select id, name, dhash from (
      select k.id, k.name, i.dhash from creative k join image i on i.id = k.image_id
       where k.rejection_code is not null and k.id <> ${id} and i.dhash is not null
       order by k.id desc limit ${MOST_REJECTED}) rejected
     order by bit_count((dhash # ${dhash})::bit(64)), id desc limit 1`.execute(db);
  const [nearest] = rows;
  if (nearest === undefined) return [];
  const bits = hashDistance(dhash, BigInt(nearest.dhash));
  return bits > ALIKE_BITS
    ? []
    : [{ code: 'duplicate_image', detail: { id: nearest.id, name: nearest.name, bits } }];
}
