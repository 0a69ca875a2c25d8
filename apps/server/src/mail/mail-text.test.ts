import { expect, it } from 'vitest';
import { moneyIn } from '../texts/worded.ts';
import { mailPart, mailText } from './mail-text.ts';

it('is worded for its reader, values and parts too', () => {
  const text = mailText('lowBalance', {
    network: 'Ads & Co',
    amount: moneyIn(125_050n, 'USD'),
    threshold: moneyIn(200_000n, 'USD'),
    url: 'https://ads.example/billing',
  });
  expect(text('en').subject).toBe('Low balance: USD 1,250.50 left at Ads & Co');
  expect(text('de').subject).toBe('Wenig Guthaben: noch USD 1.250,50 bei Ads & Co');
  expect(text('de').body).toContain('https://ads.example/billing');
});

it('chooses among words and counts by the rules of the language', () => {
  const facts = { network: 'N', kind: 'creative', name: 'A "B"', url: 'u' } as const;
  const approved = mailText('review.approved', { ...facts, now: mailPart('review.now.creative') });
  expect(approved('en').subject).toBe('Your creative “A "B"” was approved');
  expect(approved('de').subject).toBe('Ihr Werbemittel „A "B"“ wurde freigegeben');
  expect(approved('de').body).toContain('Es ist aktiv');
  const waiting = (count: number) => mailPart('reviewWaits.campaigns', { count });
  expect([waiting(1)('de'), waiting(2)('de'), waiting(1)('en'), waiting(0)('en')]).toEqual([
    '1 Kampagne',
    '2 Kampagnen',
    '1 campaign',
    '0 campaigns',
  ]);
});

it('sets a name apart that is written to the left, so that the sentence around it stays in its order', () => {
  const named = mailText('review.approved', {
    ...{ network: 'N', kind: 'campaign', name: 'حملة (2026)!', url: 'u' },
    now: mailPart('review.now.campaign'),
  });
  expect(named('en').subject).toBe('Your campaign “\u2068حملة (2026)!\u2069” was approved');
});
