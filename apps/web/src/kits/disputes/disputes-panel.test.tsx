import type { Dispute } from '@placard/contract/billing';
import { expect, it } from 'vitest';
import { serverNow } from '../../lib/server-clock.ts';
import { shown } from '../../ui/testing/shown.tsx';
import DisputesPanel from './disputes-panel.tsx';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(serverNow() + days * DAY_MS).toISOString();
const open: Dispute = {
  ...{
    reference: 'PL-7',
    stage: 'answer_due',
    reason: 'fraudulent',
    amount: 50,
    fromWallet: 0,
    uncovered: 0,
  },
  ...{ openedAt: inDays(-2), dueAt: inDays(2) },
};

const said = (given: Partial<Dispute>, reader: 'operator' | 'advertiser' = 'operator') =>
  shown(<DisputesPanel disputes={[{ ...open, ...given }]} currency="USD" reader={reader} />).words;

it('until when to answer is said where somebody has to', () => {
  expect(said({})).toContain('Answer by');
  expect(said({ dueAt: null })).not.toContain('Answer by');
  expect(said({ stage: 'lost' })).not.toContain('Answer by');
});

it('what was taken of the wallet is said, and what it had not', () => {
  expect(said({ fromWallet: 30 })).toContain('$30.00');
  expect(said({ fromWallet: 30, uncovered: 20 })).toContain('$20.00');
  expect(said({ stage: 'won' })).not.toBe(said({ stage: 'lost' }));
});

it('nothing is shown where nothing is contested', () => {
  expect(shown(<DisputesPanel disputes={[]} currency="USD" reader="operator" />).words).toBe('');
});

it('its last day is a fact where there is one', () => {
  const due = said({ stage: 'under_review', dueAt: '2026-03-09T10:30:00Z' });
  expect(due).toMatch(/Answer until Mar 9, 2026/);
});
