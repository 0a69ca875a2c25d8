/** What is marked on the chart of a report: what happened meanwhile that can have moved its figures. */
export const ADVERTISER_MARKS = [
  ...([
    'campaign.publish',
    'campaign.approve',
    'campaign.reject',
    'campaign.edit',
    'campaign.pause',
    'campaign.activate',
    'campaign.cancel',
    'campaign.archive',
    'campaign.complete',
  ] as const),
  ...(['ad_set.create', 'ad_set.edit', 'ad_set.archive'] as const),
  ...([
    'creative.approve',
    'creative.reject',
    'creative.takeDown',
    'creative.grantAppeal',
    'creative.pause',
    'creative.activate',
    'creative.archive',
  ] as const),
] as const;
/** `account.share` and `website.share` are no acts: from then on another share of what is charged is the publisher's. */
export const PUBLISHER_MARKS = [
  ...([
    'website.approve',
    'website.reject',
    'website.suspend',
    'website.activate',
    'website.grantAppeal',
  ] as const),
  ...(['website.share', 'account.share'] as const),
] as const;
export type MarkedAction = (typeof ADVERTISER_MARKS | typeof PUBLISHER_MARKS)[number];

export function isMarkedAction(action: string): action is MarkedAction {
  return [...ADVERTISER_MARKS, ...PUBLISHER_MARKS].some((known) => known === action);
}

/** A chart with more of them says nothing; the newest are kept. */
export const MAX_MARKS = 100;

/** Figures of which an edit is told from what to what: dollars, and of a share percent. */
export const MARKED_FIELDS = ['totalBudget', 'dailyBudget', 'bid', 'share'] as const;
export type MarkedField = (typeof MARKED_FIELDS)[number];
/** `null`: none was set. */
export type MarkedChange = {
  readonly field: MarkedField;
  readonly before: number | null;
  readonly after: number | null;
};

function figure(value: unknown): number | null | undefined {
  return typeof value === 'number' || value === null ? value : undefined;
}

/** Of an entry of the log, `{ field: { before, after } }`, the figures that are told. */
export function markedChanges(detail: Readonly<Record<string, unknown>>): MarkedChange[] {
  return MARKED_FIELDS.flatMap((field) => {
    const change = detail[field];
    if (typeof change !== 'object' || change === null || !('before' in change) || !('after' in change))
      return [];
    const [before, after] = [figure(change.before), figure(change.after)];
    return before === undefined || after === undefined ? [] : [{ field, before, after }];
  });
}
