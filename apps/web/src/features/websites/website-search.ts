import { dayParameter } from '../../lib/search/list-search.ts';
import { idParameter } from '../../lib/search/search-text.ts';

/** The days of the figures and of the report: they narrow no list, so they stand apart from its filters. */
export const reportRange = { reportFrom: dayParameter, reportTo: dayParameter };

/** Whose analytics code is open: in the URL, so that other pages lead to it. */
export const openCode = { code: idParameter };
