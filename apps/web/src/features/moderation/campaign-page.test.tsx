import type { CampaignOfOperator } from '@placard/contract/moderated-campaigns';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import CampaignPage from './campaign-page.tsx';

const page = (given: Partial<CampaignOfOperator>) =>
  shown(<CampaignPage id={3} />, [answered(api.moderation.campaign, { id: 3 }, { id: 3, ...given })]).words;

it('a daily budget is an amount where there is one, and why it was rejected a fact where it was', () => {
  expect(page({ dailyBudget: 25 })).toContain('$25.00');
  expect(page({ dailyBudget: null })).not.toContain('$25.00');
  const rejection = { code: 'misleading', text: 'It promises too much' } as NonNullable<
    CampaignOfOperator['rejection']
  >;
  expect(page({ rejection })).toContain('It promises too much');
});
