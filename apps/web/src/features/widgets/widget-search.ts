import type { WIDGET_SORTS } from '@placard/contract/widgets';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import { WIDGET_STATUSES } from '@placard/domain/widget/status';
import { dayParameter, listSearch, oneOf } from '../../lib/search/list-search.ts';

/** What a widget list may be asked through its URL. The contract's module itself would bring zod along. */
export const widgetSearch = listSearch({
  sorts: ['name', 'type', 'status', 'createdAt'] satisfies (typeof WIDGET_SORTS)[number][],
  defaultSort: '-createdAt',
  filters: {
    status: oneOf(WIDGET_STATUSES),
    type: oneOf(WIDGET_TYPES),
    createdFrom: dayParameter,
    createdTo: dayParameter,
  },
});
