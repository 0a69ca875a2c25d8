import { describe, expect, it } from 'vitest';
import { type CampaignServing, campaignNote } from './note.ts';

const serving: CampaignServing = {
  status: 'active',
  startDate: '2026-05-01',
  today: '2026-05-10',
  walletMicros: 5_000_000n,
  totalBudgetMicros: 100_000_000n,
  spentMicros: 1_000_000n,
  dailyBudgetMicros: 10_000_000n,
  spentTodayMicros: 9_999_999n,
  adSetCount: 2,
  unspentAdSetCount: 2,
  openTodayAdSetCount: 1,
  activeCreativeCount: 1,
};

describe('campaignNote', () => {
  it('says nothing of a campaign that serves, and nothing beside another status', () => {
    expect(campaignNote(serving).note).toBeNull();
    expect(campaignNote({ ...serving, status: 'paused', walletMicros: 0n }).note).toBeNull();
  });

  it('a start in the future comes before every limit', () => {
    const note = campaignNote({ ...serving, startDate: '2026-05-11', walletMicros: 0n });
    expect(note).toEqual({ note: 'scheduled', reason: null });
  });

  it.each([
    ['wallet_empty', { walletMicros: 0n, adSetCount: 0 }],
    ['total_budget_spent', { spentMicros: 100_000_000n }],
    ['total_budget_spent', { unspentAdSetCount: 0, openTodayAdSetCount: 0 }],
    ['no_ad_set', { adSetCount: 0, unspentAdSetCount: 0, openTodayAdSetCount: 0, activeCreativeCount: 0 }],
    ['no_active_creative', { activeCreativeCount: 0, openTodayAdSetCount: 0 }],
    ['daily_budget_spent', { openTodayAdSetCount: 0 }],
    ['daily_budget_spent', { spentTodayMicros: 10_000_000n }],
  ] as const)('is limited by %s', (reason, change) => {
    expect(campaignNote({ ...serving, ...change })).toEqual({ note: 'limited', reason });
  });
});
