import { ISSUE_MESSAGES } from '@placard/contract/issue-messages';
import { expect, it } from 'vitest';
import { ruleWords } from './bulk-texts.ts';

it('has words of its own, those of forms, or the sentence of the server where that names a value', () => {
  expect(ruleWords('bulk_quote', '', '7')).toMatch(/in line 7$/);
  expect(ruleWords('bulk_amount', '')).toMatch(/^Write the amount/);
  expect(ruleWords('budget_too_small', '')).toBe(ISSUE_MESSAGES.budget_too_small);
  const sentence = 'Enter at most 255 characters';
  expect(ruleWords('text_longer_than', sentence)).toBe(sentence);
});
