import { describe, expect, test } from 'vitest';
import { ALL_WEEKDAYS } from '../targeting/schedule.ts';
import { DIAGNOSIS_GATES, explainViews, type ViewsExplained } from './explain-views.ts';
import { type AdSetState, type StateReason, stateFindings } from './state-findings.ts';
import { diagnose } from './verdict.ts';

const RUNNING: AdSetState = {
  accountActive: true,
  status: 'active',
  submitted: true,
  approved: true,
  startDate: '2026-05-01',
  endDate: '2026-05-31',
  schedule: { startDay: 0, endDay: null, startMinute: 0, endMinute: 0, weekdayMask: ALL_WEEKDAYS },
  // 2026-05-13, noon, a Wednesday
  local: { dayNumber: 20_586, minuteOfDay: 720, isoWeekday: 3 },
  walletMicros: 1n,
  campaignLeftMicros: 1n,
  campaignDayLeftMicros: null,
  adSetLeftMicros: 1n,
  adSetDayLeftMicros: 1n,
  creativeStatuses: ['active'],
  fittingWidgets: 2,
  blockingWidgets: 1,
};

describe('what the state says', () => {
  test('is nothing where all is well', () => {
    expect(stateFindings(RUNNING)).toEqual({});
  });

  const CASES: readonly (readonly [StateReason, string, Partial<AdSetState>])[] = [
    ['account_inactive', 'status', { accountActive: false, status: 'paused' }],
    ['never_submitted', 'status', { status: 'paused', submitted: false, approved: false }],
    ['edited', 'status', { status: 'paused', approved: false }],
    ['paused', 'status', { status: 'paused' }],
    ['pending', 'status', { status: 'pending', approved: false }],
    ['rejected', 'status', { status: 'rejected', approved: false }],
    ['cancelled', 'status', { status: 'cancelled' }],
    ['completed', 'status', { status: 'completed' }],
    ['archived', 'status', { status: 'archived' }],
    ['not_started', 'dates', { startDate: '2026-05-14' }],
    ['ended', 'dates', { endDate: '2026-05-12' }],
    ['outside_hours', 'hours', { schedule: { ...RUNNING.schedule, startMinute: 60, endMinute: 720 } }],
    ['campaign_budget_spent', 'budget', { campaignLeftMicros: 0n, campaignDayLeftMicros: 0n }],
    ['ad_set_budget_spent', 'budget', { adSetLeftMicros: 0n }],
    ['campaign_day_spent', 'budget', { campaignDayLeftMicros: 0n, adSetDayLeftMicros: 0n }],
    ['ad_set_day_spent', 'budget', { adSetDayLeftMicros: 0n }],
    ['wallet_empty', 'wallet', { walletMicros: 0n }],
    ['no_creative', 'review', { creativeStatuses: [] }],
    ['creative_paused', 'review', { creativeStatuses: ['pending', 'paused'] }],
    ['creative_pending', 'review', { creativeStatuses: ['rejected', 'pending'] }],
    ['creative_rejected', 'review', { creativeStatuses: ['cancelled', 'rejected'] }],
    ['creative_ended', 'review', { creativeStatuses: ['cancelled'] }],
    ['no_widget_of_size', 'size', { fittingWidgets: 0, blockingWidgets: 0 }],
    ['blocked_everywhere', 'block', { blockingWidgets: 2 }],
  ];

  test.each(CASES)('%s closes the gate %s', (reason, gate, change) => {
    expect(stateFindings({ ...RUNNING, ...change })).toEqual({ [gate]: reason });
  });
});

const NOTHING = explainViews([], []);

function seen(part: {
  readonly shown?: number;
  readonly reachable?: number;
  readonly gates?: Partial<ViewsExplained['gates']>;
}): ViewsExplained {
  return {
    ...NOTHING,
    views: 100,
    shown: part.shown ?? 0,
    reachable: part.reachable ?? 100,
    gates: { ...NOTHING.gates, ...part.gates },
  };
}

describe('the verdict', () => {
  test('keeps the order of the gates', () => {
    expect(diagnose({}, NOTHING).gates.map(({ gate }) => gate)).toEqual([...DIAGNOSIS_GATES]);
  });

  test('is stopped by the first gate that closes', () => {
    const found = diagnose({ wallet: 'wallet_empty', status: 'paused' }, seen({ shown: 50 }));
    expect(found).toMatchObject({ verdict: 'stopped', main: 'status' });
    expect(found.gates.filter(({ state }) => state === 'stops').map(({ reason }) => reason)).toEqual([
      'paused',
      'wallet_empty',
    ]);
  });

  test('is stopped by a gate that refuses every view, though the state knows nothing of it', () => {
    const found = diagnose({}, seen({ reachable: 0, gates: { country: { stopped: 100, refused: 100 } } }));
    expect(found).toMatchObject({ verdict: 'stopped', main: 'country' });
  });

  test('is not stopped by hours that were closed in the last hour and are open now', () => {
    const found = diagnose({}, seen({ reachable: 0, gates: { hours: { stopped: 100, refused: 100 } } }));
    expect(found).toMatchObject({ verdict: 'limited', main: 'hours' });
  });

  test('says nothing of sizes and blocks where there is no creative', () => {
    const found = diagnose(
      { review: 'no_creative' },
      seen({ gates: { size: { stopped: 0, refused: 100 }, review: { stopped: 100, refused: 100 } } }),
    );
    expect(found.gates.find(({ gate }) => gate === 'size')?.state).toBe('unknown');
    expect(found.main).toBe('review');
  });

  test('is quiet without views, limited where it hardly wins, serving where it does', () => {
    const quiet = diagnose({}, NOTHING);
    expect(quiet).toMatchObject({ verdict: 'quiet', main: null });
    const unknown = quiet.gates.filter(({ state }) => state === 'unknown').map(({ gate }) => gate);
    const known = ['status', 'dates', 'hours', 'budget', 'wallet', 'review'];
    expect(unknown).toEqual(DIAGNOSIS_GATES.filter((gate) => !known.includes(gate)));
    const outbid = { outbid: { stopped: 90, refused: 90 } };
    expect(diagnose({}, seen({ shown: 10, gates: outbid }))).toMatchObject({
      verdict: 'limited',
      main: 'outbid',
    });
    expect(diagnose({}, seen({ shown: 30 }))).toMatchObject({ verdict: 'serving', main: null });
    const paced = { pacing: { stopped: 98, refused: 98 } };
    expect(diagnose({}, seen({ shown: 2, gates: paced }))).toMatchObject({
      verdict: 'serving',
      main: 'pacing',
    });
  });
});
