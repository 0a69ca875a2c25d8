import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import { readViewSample, type ViewSample } from '@placard/contract/wire/view-sample';
import type { Database } from '@placard/db/schema';
import { type MinimumBidCard, minimumBidMicros } from '@placard/domain/decision/minimum-bids';
import type { PricedObjective } from '@placard/domain/decision/price';
import type { SampledView } from '@placard/domain/diagnosis/explain-views';
import { localTimeAt } from '@placard/domain/targeting/local-time';
import type { Device } from '@placard/domain/targeting/places';
import type { WidgetType } from '@placard/domain/widget/rules';
import { type Kysely, sql } from 'kysely';
import { type BlockLists, blocksAt } from './load-reach.ts';

const DEVICE_OF_CODE: Readonly<Record<number, Device>> = {
  [DEVICE_CODES.desktop]: 'desktop',
  [DEVICE_CODES.mobile]: 'mobile',
  [DEVICE_CODES.tablet]: 'tablet',
};

/** Sampled views of a stretch of time; of more than `most` every so many stands for those between. */
export async function readSamples(
  db: Kysely<Database>,
  stretch: { readonly since: Date; readonly until: Date; readonly most: number },
): Promise<ViewSample[]> {
  const { since, until, most } = stretch;
  const { rows } = await sql<{ record: Buffer; every: number }>`
    with lately as (select id, record from view_sample where at >= ${since} and at <= ${until}),
         step as (select greatest(1, ceil(count(*)::float8 / ${most}::int))::int as every from lately)
    select record, every from lately, step where id % every = 0
  `.execute(db);
  return rows.flatMap(({ record, every }) => {
    const sample = readViewSample(record);
    return sample === null ? [] : [{ ...sample, weight: sample.weight * every }];
  });
}

type SampledWidget = { readonly websiteId: number; readonly type: WidgetType };

/** The sampled widgets, by number. */
export async function widgetsOf(
  db: Kysely<Database>,
  samples: readonly ViewSample[],
): Promise<ReadonlyMap<number, SampledWidget>> {
  const widgetIds = [...new Set(samples.map(({ widgetId }) => widgetId))];
  const { rows } = await sql<SampledWidget & { id: number }>`
    select id, website_id as "websiteId", type from widget where id = any(${widgetIds}::int[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Samples as the gates ask about them: local time of the advertiser's zone, blocks and minimum bids as they are now. */
export function viewsOf(
  samples: readonly ViewSample[],
  context: {
    readonly timeZone: string;
    readonly widgets: ReadonlyMap<number, SampledWidget>;
    readonly blocks: BlockLists;
    readonly bidCard: MinimumBidCard;
  },
): SampledView[] {
  const localTimes = new Map<number, ReturnType<typeof localTimeAt>>();
  const localOf = (atMs: number) => {
    const minute = Math.floor(atMs / 60_000);
    let local = localTimes.get(minute);
    if (local === undefined) {
      local = localTimeAt(context.timeZone, minute * 60_000);
      localTimes.set(minute, local);
    }
    return local;
  };
  const minimumOf = ({ widgetId, country }: ViewSample, objective: PricedObjective) => {
    const widgetType = context.widgets.get(widgetId)?.type;
    return widgetType === undefined
      ? 0
      : minimumBidMicros(context.bidCard, { widgetType, country, objective });
  };
  return samples.map((sample) => ({
    weight: sample.weight,
    winningEcpmMicros: sample.winningEcpmMicros,
    winningAdSetId: sample.winningAdSetId,
    situation: {
      sizes: sample.sizes,
      country: sample.country,
      device: DEVICE_OF_CODE[sample.device] ?? null,
      language: sample.language,
      floorMicros: sample.floorMicros,
      minimumCpmMicros: minimumOf(sample, 'BRAND_AWARENESS'),
      minimumCpcMicros: minimumOf(sample, 'TRAFFIC'),
      local: localOf(sample.atMs),
      cappedAdSetIds: sample.cappedAdSetIds,
      blocks: blocksAt(context.blocks, context.widgets.get(sample.widgetId)?.websiteId ?? 0, sample.widgetId),
    },
  }));
}

export type SizeViews = { readonly width: number; readonly height: number; readonly views: number };

/** Sizes that were asked for, most views first. */
export function askedSizes(samples: readonly ViewSample[], most: number): SizeViews[] {
  const views = new Map<string, SizeViews>();
  for (const { sizes, weight } of samples) {
    for (const { widthPx, heightPx } of sizes) {
      const key = `${widthPx}x${heightPx}`;
      const sum = (views.get(key)?.views ?? 0) + weight;
      views.set(key, { width: widthPx, height: heightPx, views: sum });
    }
  }
  return [...views.values()].sort((a, b) => b.views - a.views).slice(0, most);
}
