import type { TrafficDryRun } from '@placard/contract/traffic-rules';
import { parseNetwork } from '@placard/domain/address/network';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { addDays, localDayAt } from '@placard/domain/time-zone';
import {
  MOST_SAMPLES_READ,
  SAMPLE_NETWORK_BITS,
  TRAFFIC_KIND_CODES,
  type TrafficKind,
} from '@placard/domain/traffic/event-sample';
import { estimateShare } from '@placard/domain/traffic/share-estimate';
import {
  type TrafficField,
  type TrafficRule,
  TrafficRules,
  trafficValue,
} from '@placard/domain/traffic/traffic-rule';
import { sql } from 'kysely';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { startOfDay } from '../day-range.ts';

type Tried = TrafficRule & { readonly label: string; readonly enabled: boolean };
type Shares = TrafficDryRun['all'];

type Sample = {
  readonly kind: number;
  readonly weight: number;
  readonly chargeMicros: number;
  readonly websiteId: number | null;
  readonly domain: string;
  /** Ids of the rules that would filter it. */
  readonly hits: ReadonlySet<number>;
};

const SHOWN_WEBSITES = 50;
/** Of the rule that is only tried. */
const DRAFT_ID = 0;

/** Holds rules against the sample of yesterday: the one that is given, else all there are, switched on or not. */
export async function tryRules(
  deps: HasDb & HasClock,
  actor: Actor,
  draft: { readonly field?: TrafficField | undefined; readonly value?: string | undefined },
  most = MOST_SAMPLES_READ,
): Promise<TrafficDryRun> {
  const day = addDays(localDayAt(actor.timeZone, deps.clock().getTime()), -1);
  const tried = await rulesToTry(deps, draft);
  const samples = await readSamples(deps, actor.timeZone, { day, tried, most });
  const hitBy = (id: number) => (sample: Sample) => sample.hits.has(id);
  const sites = Map.groupBy(samples, ({ websiteId }) => websiteId);
  return {
    day,
    sampled: samples.length,
    estimatedEvents: samples.reduce((sum, { weight }) => sum + weight, 0),
    cut: samples.length === most,
    all: sharesOf(samples, ({ hits }) => hits.size > 0),
    rules: tried.map(({ id, field, value, label, enabled }) => ({
      ...{ id: id === DRAFT_ID ? null : id, field, value, label, enabled },
      atMost: field === 'network' && isFiner(value),
      ...sharesOf(samples, hitBy(id)),
    })),
    websites: [...sites]
      .flatMap(([websiteId, own]) => {
        const isHit = own.some(({ hits }) => hits.size > 0);
        if (websiteId === null || !isHit) return [];
        return [{ websiteId, domain: own[0]?.domain ?? '', ...sharesOf(own, ({ hits }) => hits.size > 0) }];
      })
      .sort((a, b) => lostOf(b) - lostOf(a) || a.websiteId - b.websiteId)
      .slice(0, SHOWN_WEBSITES),
  };
}

/** Of what is not paid at all nothing is lost. */
function lostOf({ charged }: Pick<Shares, 'charged'>): number {
  return charged?.share ?? 0;
}

async function rulesToTry(
  { db }: HasDb,
  { field, value }: { readonly field?: TrafficField | undefined; readonly value?: string | undefined },
): Promise<readonly Tried[]> {
  if (field === undefined || value === undefined) {
    const columns = ['id', 'field', 'value', 'label', 'enabled'] as const;
    return await db.selectFrom('traffic_rule').select(columns).orderBy('id', 'desc').execute();
  }
  const kept = trafficValue(field, value);
  return [{ id: DRAFT_ID, field, value: 'value' in kept ? kept.value : value, label: '', enabled: false }];
}

/** What was not filtered for another reason: it is theirs to filter. */
async function readSamples(
  { db }: HasDb,
  timeZone: string,
  { day, tried, most }: { readonly day: string; readonly tried: readonly Tried[]; readonly most: number },
): Promise<readonly Sample[]> {
  const rows = await db
    .selectFrom('traffic_sample as s')
    .leftJoin('widget as w', 'w.id', 's.widget_id')
    .leftJoin('website as p', (on) => on.on('p.id', '=', sql<number>`coalesce(w.website_id, s.website_id)`))
    .select([
      's.kind',
      's.weight',
      's.network',
      's.user_agent',
      's.page_host',
      's.country',
      's.charge_micros',
    ])
    .select(['p.id as website_id', 'p.domain'])
    .where('s.at', '>=', startOfDay(timeZone, day))
    .where('s.at', '<', startOfDay(timeZone, addDays(day, 1)))
    .where('s.weight', '>', 0)
    .where('s.reason', 'in', [0, FILTER_REASONS.traffic_rule.code])
    .orderBy('s.at')
    .orderBy('s.id')
    .limit(most)
    .execute();
  const rules = new TrafficRules(tried);
  return rows.map((row) => ({
    kind: row.kind,
    weight: row.weight,
    chargeMicros: Number(row.charge_micros),
    websiteId: row.website_id,
    domain: row.domain ?? '',
    hits: new Set(
      rules.filteredBy({
        network: parseNetwork(row.network),
        userAgent: row.user_agent,
        pageHost: row.page_host,
        websiteDomain: row.domain ?? '',
        country: row.country,
      }),
    ),
  }));
}

function sharesOf(samples: readonly Sample[], isHit: (sample: Sample) => boolean): Shares {
  const shareOf = (amount: (sample: Sample) => number) =>
    estimateShare(
      samples.map((sample) => ({ amount: amount(sample), weight: sample.weight, isHit: isHit(sample) })),
    );
  const ofKind = (kind: TrafficKind) =>
    shareOf((sample) => (sample.kind === TRAFFIC_KIND_CODES[kind] ? 1 : 0));
  return {
    impressions: ofKind('impression'),
    clicks: ofKind('click'),
    charged: shareOf(({ chargeMicros }) => chargeMicros),
    pageViews: ofKind('page_view'),
    visits: ofKind('visit'),
    conversions: ofKind('conversion'),
  };
}

/** Finer than what samples know. */
function isFiner(value: string): boolean {
  const network = parseNetwork(value);
  if (network === null) return false;
  const known = network.groups.length === 2 ? SAMPLE_NETWORK_BITS.ipv4 : SAMPLE_NETWORK_BITS.ipv6;
  return network.bits > known;
}
