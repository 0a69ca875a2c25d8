import type { WEBSITE_SORTS } from '@placard/contract/websites';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { dayParameter, listSearch, oneOf } from '../../lib/search/list-search.ts';
import { idParameter } from '../../lib/search/search-text.ts';

/** What the website list may be asked through its URL. The contract's module itself would bring zod along. */
export const websiteSearch = listSearch({
  sorts: ['domain', 'status', 'traffic', 'createdAt'] satisfies (typeof WEBSITE_SORTS)[number][],
  defaultSort: '-createdAt',
  filters: { status: oneOf(WEBSITE_STATUSES), createdFrom: dayParameter, createdTo: dayParameter },
});

/** The days of the figures and of the report: they narrow no list, so they stand apart from its filters. */
export const reportRange = { reportFrom: dayParameter, reportTo: dayParameter };

/** Whose analytics code is open: in the URL, so that other pages lead to it. */
export const openCode = { code: idParameter };
