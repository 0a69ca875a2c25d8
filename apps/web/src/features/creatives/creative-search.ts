import type { CREATIVE_SORTS } from '@placard/contract/creatives';
import { CREATIVE_TYPES } from '@placard/domain/creative/rules';
import { CREATIVE_STATUSES } from '@placard/domain/creative/status';
import { listSearch, oneOf } from '../../lib/search/list-search.ts';
import { idParameter } from '../../lib/search/search-text.ts';

/** What the creative list may be asked through its URL. */
export const creativeSearch = listSearch({
  sorts: ['name', 'type', 'size', 'status', 'createdAt'] satisfies (typeof CREATIVE_SORTS)[number][],
  defaultSort: '-createdAt',
  filters: { status: oneOf(CREATIVE_STATUSES), type: oneOf(CREATIVE_TYPES), adSetId: idParameter },
});
