import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CAMPAIGN_ACTIONS,
  CAMPAIGN_STATUSES,
  CAMPAIGN_TRANSITIONS,
  type CampaignAction,
  type CampaignGuard,
  type CampaignStatus,
  campaignFacts,
} from './campaign/status.ts';
import { CREATIVE_ACTIONS, CREATIVE_STATUSES, CREATIVE_TRANSITIONS } from './creative/status.ts';
import { PAYOUT_ACTIONS, PAYOUT_STATUSES, PAYOUT_TRANSITIONS } from './payout/status.ts';
import type { Actor } from './roles.ts';
import { allowedActions, judgeTransition, type StatusTable } from './status-table.ts';
import { USER_ACTIONS, USER_STATUSES, USER_TRANSITIONS } from './user/status.ts';
import { WEBSITE_ACTIONS, WEBSITE_STATUSES, WEBSITE_TRANSITIONS } from './website/status.ts';
import { WIDGET_ACTIONS, WIDGET_STATUSES, WIDGET_TRANSITIONS } from './widget/status.ts';

const ACTORS: readonly Actor[] = ['advertiser', 'publisher', 'operator', 'system'];

type AnyTable = StatusTable<string, string, string>;

const SUBJECTS: readonly [string, AnyTable, readonly string[], readonly string[], readonly string[]][] = [
  ['campaign', CAMPAIGN_TRANSITIONS, CAMPAIGN_STATUSES, CAMPAIGN_ACTIONS, ['archived']],
  ['creative', CREATIVE_TRANSITIONS, CREATIVE_STATUSES, CREATIVE_ACTIONS, ['archived']],
  ['website', WEBSITE_TRANSITIONS, WEBSITE_STATUSES, WEBSITE_ACTIONS, ['archived']],
  ['widget', WIDGET_TRANSITIONS, WIDGET_STATUSES, WIDGET_ACTIONS, ['archived']],
  ['payout', PAYOUT_TRANSITIONS, PAYOUT_STATUSES, PAYOUT_ACTIONS, ['completed', 'failed', 'rejected']],
  ['user', USER_TRANSITIONS, USER_STATUSES, USER_ACTIONS, []],
];

describe.each(SUBJECTS)('%s', (_name, table, statuses, actions, final) => {
  test('every target is a status, and only the final ones lead nowhere', () => {
    for (const from of statuses) {
      const transitions = Object.values(table[from] ?? {});
      for (const transition of transitions) expect(statuses).toContain(transition?.to);
      expect(transitions.length === 0, from).toBe(final.includes(from));
    }
  });

  test('what is not in the table is refused, whoever asks and whatever holds', () => {
    const anything = fc.record({
      from: fc.constantFrom(...statuses),
      action: fc.constantFrom(...actions),
      actor: fc.constantFrom(...ACTORS),
    });
    fc.assert(
      fc.property(anything, ({ from, action, actor }) => {
        const transition = table[from]?.[action];
        const facts = transition?.guard === undefined ? {} : { [transition.guard]: true };
        const result = judgeTransition(table, { from, action, actor, facts });
        expect(result.ok).toBe(transition?.by.includes(actor) ?? false);
        if (transition?.guard !== undefined) {
          expect(judgeTransition(table, { from, action, actor, facts: {} }).ok).toBe(false);
        }
      }),
    );
  });

  test('the buttons of a status are exactly what would be allowed', () => {
    for (const from of statuses) {
      for (const actor of ACTORS) {
        const allowed = allowedActions(table, actor, from, {});
        for (const action of actions) {
          const judged = judgeTransition(table, { from, action, actor, facts: {} });
          expect(allowed.includes(action), `${from} ${action} ${actor}`).toBe(judged.ok);
        }
      }
    }
  });
});

describe('campaign', () => {
  const facts = (approved: boolean, adSetCount = 1) =>
    campaignFacts({ approved, adSetCount, ended: false, budgetSpent: false });
  const act = (from: 'paused' | 'rejected', action: 'publish' | 'activate', approved: boolean, adSets = 1) =>
    judgeTransition<CampaignStatus, CampaignAction, CampaignGuard>(CAMPAIGN_TRANSITIONS, {
      from,
      action,
      actor: 'advertiser',
      facts: facts(approved, adSets),
    });

  test('an approved one is activated again, one never approved is published', () => {
    expect(act('paused', 'activate', true)).toEqual({ ok: true, to: 'active' });
    expect(act('paused', 'publish', false)).toEqual({ ok: true, to: 'pending' });
    expect(act('paused', 'publish', true)).toMatchObject({ ok: false, refusal: 'guard_failed' });
    expect(act('paused', 'activate', false)).toMatchObject({ ok: false, refusal: 'guard_failed' });
  });

  test('without an ad set nothing is published', () => {
    expect(act('paused', 'publish', false, 0).ok).toBe(false);
    expect(act('rejected', 'publish', false, 0).ok).toBe(false);
    expect(act('rejected', 'publish', false, 1)).toEqual({ ok: true, to: 'pending' });
  });
});
