import type { Unpaid } from '@placard/contract/reports';

export type UnpaidGroup = 'noFill' | 'notShown' | 'filtered' | 'beyond';

export type UnpaidReason = {
  readonly group: UnpaidGroup;
  /** An outcome of requests, `notLoaded`, `notViewable`, a filter reason, `overDelivered`. */
  readonly code: string;
  /** Of a filtered event. */
  readonly kind: 'impression' | 'viewable' | 'click' | null;
  readonly count: number;
};

/** Everything that kept views from being paid, by what happened on the way from the view to the money; each group's largest first. */
export function unpaidReasons(answer: Unpaid): UnpaidReason[] {
  const reason = (group: UnpaidGroup, code: string, count: number): UnpaidReason => ({
    ...{ group, code, count },
    kind: null,
  });
  const noFill = answer.noFill.map(({ outcome, count }) => reason('noFill', outcome, count));
  const notShown = [
    reason('notShown', 'notLoaded', answer.filled - answer.impressions),
    reason('notShown', 'notViewable', answer.impressions - answer.viewables),
  ];
  const filtered = answer.filtered.map(({ reason: code, kind, count }) => ({
    ...reason('filtered', code, count),
    kind,
  }));
  const bySize = (list: UnpaidReason[]) =>
    list.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return [
    ...bySize(noFill),
    ...bySize(notShown),
    ...bySize(filtered),
    ...bySize([reason('beyond', 'overDelivered', answer.overDelivered)]),
  ];
}
