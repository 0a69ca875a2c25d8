import type { CAMPAIGN_SORTS } from '@placard/contract/campaigns';
import { CAMPAIGN_STATUSES } from '@placard/domain/campaign/status';
import { dayParameter, listSearch, oneOf } from '../../lib/search/list-search.ts';

/** What the campaign list may be asked through its URL. The contract's module itself would bring zod along. */
export const campaignSearch = listSearch({
  sorts: [
    'name',
    'status',
    'totalBudget',
    'createdAt',
    'startDate',
    'endDate',
  ] satisfies (typeof CAMPAIGN_SORTS)[number][],
  defaultSort: '-createdAt',
  filters: {
    status: oneOf(CAMPAIGN_STATUSES),
    startFrom: dayParameter,
    startTo: dayParameter,
    createdFrom: dayParameter,
    createdTo: dayParameter,
  },
});
