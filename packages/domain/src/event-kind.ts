/** What the tag reports about a decision, in the order in which it can happen. Codes are stored: never renumber. */
export const EVENT_KINDS = ['impression', 'viewable', 'click'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const EVENT_KIND_CODES = { impression: 1, viewable: 2, click: 3 } as const satisfies Record<
  EventKind,
  number
>;

/** A decision's events are accepted until this long after it was made. */
export const EVENT_LIFETIME_MS = {
  impression: 60 * 60_000,
  viewable: 4 * 60 * 60_000,
  click: 24 * 60 * 60_000,
} as const satisfies Record<EventKind, number>;
