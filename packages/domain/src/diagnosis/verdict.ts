import { DIAGNOSIS_GATES, type DiagnosisGate, type ViewsExplained } from './explain-views.ts';
import type { StateReason } from './state-findings.ts';

/**
 * stops: nothing comes past. limits: some views do not. passes: nothing is held back here. unknown: no view says
 * anything about it.
 */
export const GATE_STATES = ['passes', 'limits', 'stops', 'unknown'] as const;
export type GateState = (typeof GATE_STATES)[number];

/**
 * stopped: a gate lets nothing through. quiet: nothing stops it, but there was no view to be shown in. limited: it
 * competes and hardly wins. serving: it is shown.
 */
export const VERDICTS = ['serving', 'limited', 'quiet', 'stopped'] as const;
export type Verdict = (typeof VERDICTS)[number];

export type GateFinding = {
  readonly gate: DiagnosisGate;
  readonly state: GateState;
  readonly reason: StateReason | null;
  readonly stopped: number;
  readonly refused: number;
};

export type Diagnosis = {
  readonly verdict: Verdict;
  /** What to look at first: the first gate that stops everything, else what takes most views; `null` if nothing does. */
  readonly main: DiagnosisGate | null;
  readonly gates: readonly GateFinding[];
};

/** Below this share of the views that it competes for an ad set is called limited. */
const SERVES_FROM = 0.2;

/** Joins what the state says with what the views show. The state is exact; views are an estimate. */
export function diagnose(
  findings: Partial<Record<DiagnosisGate, StateReason>>,
  explained: ViewsExplained,
): Diagnosis {
  const nothingToShow = findings.review === 'no_creative';
  const gates = DIAGNOSIS_GATES.map((gate): GateFinding => {
    const reason = findings[gate] ?? null;
    // Without a creative there is no size, and nothing that a website could block.
    const unknown = nothingToShow && (gate === 'size' || gate === 'block');
    const state = unknown ? 'unknown' : stateOf(gate, reason, explained);
    return { gate, state, reason, ...explained.gates[gate] };
  });
  const stopping = gates.find(({ state }) => state === 'stops');
  if (stopping !== undefined) return { verdict: 'stopped', main: stopping.gate, gates };
  if (explained.views === 0) return { verdict: 'quiet', main: null, gates };
  const most = gates.reduce((best, gate) => (gate.stopped > best.stopped ? gate : best));
  const main = most.stopped > 0 ? most.gate : null;
  // What an even spend leaves to others is no fault: the money goes out as planned.
  const wanted = explained.reachable - explained.gates.pacing.stopped;
  const serves = explained.shown > 0 && explained.shown >= wanted * SERVES_FROM;
  return { verdict: serves ? 'serving' : 'limited', main, gates };
}

function stateOf(gate: DiagnosisGate, reason: StateReason | null, explained: ViewsExplained): GateState {
  if (reason !== null) return 'stops';
  const { refused } = explained.gates[gate];
  if (explained.views === 0) return isByView(gate) ? 'unknown' : 'passes';
  if (refused === 0) return 'passes';
  // Pace holds back, it never stops; the hours of the last hour may be over while those of now are open.
  return refused >= explained.views && isByView(gate) && gate !== 'pacing' ? 'stops' : 'limits';
}

/** Gates about which only views say anything. */
function isByView(gate: DiagnosisGate): boolean {
  return !['status', 'dates', 'hours', 'budget', 'wallet', 'review'].includes(gate);
}
