import { type Candidate, type DecisionGate, passesGate, type Situation } from '../decision/gates.ts';

/**
 * Why an ad set is not shown, in the order in which its advertiser thinks of it: first what it decided itself, then
 * money, what there is to show, whom it may reach, and last the others. All but `outbid` are gates of the decision.
 */
export const DIAGNOSIS_GATES = [
  'status',
  'dates',
  'hours',
  'budget',
  'wallet',
  'review',
  'size',
  'country',
  'device',
  'language',
  'minimum_bid',
  'floor',
  'frequency',
  'block',
  'outbid',
  'pacing',
] as const satisfies readonly (DecisionGate | 'outbid')[];
export type DiagnosisGate = (typeof DIAGNOSIS_GATES)[number];

/** A widget view that stands for `weight` views, with what came of it. */
export type SampledView = {
  readonly weight: number;
  readonly situation: Situation;
  /** 0 where nothing was shown. */
  readonly winningEcpmMicros: number;
  readonly winningAdSetId: number;
};

export type GateCounts = {
  /** Views that no gate before this one and that this one stops. */
  readonly stopped: number;
  /** Views that this gate would stop, whatever the others say. */
  readonly refused: number;
};

export type ViewsExplained = {
  /** All views looked at. */
  readonly views: number;
  readonly gates: Readonly<Record<DiagnosisGate, GateCounts>>;
  /** Views in which it was shown. */
  readonly shown: number;
  /** Views that only price and pace decide about: the market of this ad set. */
  readonly reachable: number;
  /** eCPM that wins half of the views in which it was outbid; `null` where it was not. */
  readonly typicalWinningEcpmMicros: number | null;
};

/** Does what was shown instead outbid the candidate? An equal eCPM takes turns. */
function isOutbid(candidate: Candidate, view: SampledView): boolean {
  return view.winningAdSetId !== candidate.adSetId && view.winningEcpmMicros > candidate.ecpmMicros;
}

function refuses(gate: DiagnosisGate, candidate: Candidate, view: SampledView): boolean {
  return gate === 'outbid' ? isOutbid(candidate, view) : !passesGate(gate, candidate, view.situation);
}

/**
 * What stops this candidate in this view.
 * @returns the place in DIAGNOSIS_GATES of the first gate that refuses; their number if it may be shown.
 */
function stoppedAt(candidate: Candidate, view: SampledView): number {
  const index = DIAGNOSIS_GATES.findIndex((gate) => refuses(gate, candidate, view));
  return index < 0 ? DIAGNOSIS_GATES.length : index;
}

const OUTBID_AT = DIAGNOSIS_GATES.indexOf('outbid');

/**
 * Plays the views again for one ad set as it stands now. A view is counted at the gate that the creative which comes
 * furthest is stopped by.
 * @param candidates the ad set with each of its creatives; one without any where it has none, refused by `review`
 */
export function explainViews(
  candidates: readonly Candidate[],
  sampled: readonly SampledView[],
): ViewsExplained {
  const stopped = DIAGNOSIS_GATES.map(() => 0);
  const refused = DIAGNOSIS_GATES.map(() => 0);
  const winners: { readonly ecpmMicros: number; readonly weight: number }[] = [];
  let views = 0;
  let shown = 0;
  let reachable = 0;
  for (const view of sampled) {
    const { weight } = view;
    views += weight;
    if (candidates.some((candidate) => candidate.adSetId === view.winningAdSetId)) shown += weight;
    const furthest = Math.max(-1, ...candidates.map((candidate) => stoppedAt(candidate, view)));
    if (furthest >= OUTBID_AT) reachable += weight;
    if (furthest === OUTBID_AT) winners.push({ ecpmMicros: view.winningEcpmMicros, weight });
    for (const [index, gate] of DIAGNOSIS_GATES.entries()) {
      if (index === furthest) stopped[index] = (stopped[index] ?? 0) + weight;
      if (candidates.every((candidate) => refuses(gate, candidate, view))) {
        refused[index] = (refused[index] ?? 0) + weight;
      }
    }
  }
  const gates = Object.fromEntries(
    DIAGNOSIS_GATES.map((gate, index) => [
      gate,
      { stopped: stopped[index] ?? 0, refused: refused[index] ?? 0 },
    ]),
  ) as Record<DiagnosisGate, GateCounts>;
  return { views, gates, shown, reachable, typicalWinningEcpmMicros: medianOf(winners) };
}

/** Half of the weight lies at or below it. */
function medianOf(
  values: readonly { readonly ecpmMicros: number; readonly weight: number }[],
): number | null {
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  let passed = 0;
  for (const { ecpmMicros, weight } of values.toSorted((a, b) => a.ecpmMicros - b.ecpmMicros)) {
    passed += weight;
    if (passed * 2 >= total) return ecpmMicros;
  }
  return null;
}

/**
 * Of the views that were left, those that an even spend leaves to others.
 * @param allowedViews how many the pace allows in the time that the views are of; `null` = no limit
 */
export function heldByPace(explained: ViewsExplained, allowedViews: number | null): ViewsExplained {
  if (allowedViews === null) return explained;
  const open = explained.reachable - explained.gates.outbid.stopped - explained.gates.pacing.stopped;
  const held = Math.max(0, Math.round(open - allowedViews));
  if (held === 0) return explained;
  const { stopped, refused } = explained.gates.pacing;
  return {
    ...explained,
    gates: { ...explained.gates, pacing: { stopped: stopped + held, refused: refused + held } },
  };
}
