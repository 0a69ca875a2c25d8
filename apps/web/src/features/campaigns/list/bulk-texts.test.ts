import { ISSUE_MESSAGES, issueMessage } from '@placard/contract/issue-messages';
import { expect, it, onTestFinished, vi } from 'vitest';
import { setLanguage } from '../../../i18n/texts.ts';
import { ruleWords } from './bulk-texts.ts';

it('has words of its own, and those of forms', () => {
  expect(ruleWords('bulk_quote', '', 'USD', '7')).toMatch(/in line 7$/);
  expect(ruleWords('bulk_amount', '', 'USD')).toMatch(/^Write the amount/);
  expect(ruleWords('amount_decimals', '', 'USD')).toBe(ISSUE_MESSAGES.amount_decimals);
});

it('takes the value of a rule out of the sentence of the server, and says an amount with its currency', async () => {
  const longer = issueMessage('text_longer_than:2000');
  const small = issueMessage('budget_too_small:1');
  expect(ruleWords('text_longer_than', longer, 'EUR')).toBe(longer);
  expect(ruleWords('budget_too_small', small, 'EUR')).toBe('The budget must be at least €1.00');
  vi.stubGlobal('document', { documentElement: {} });
  await setLanguage('de');
  onTestFinished(async () => {
    await setLanguage('en');
    vi.unstubAllGlobals();
  });
  expect(ruleWords('text_longer_than', longer, 'EUR')).toMatch(/höchstens 2\.000 Zeichen/);
  expect(ruleWords('budget_too_small', small, 'EUR')).toBe('Das Budget muss mindestens 1,00\u00a0€ betragen');
});
