import { CreativeList } from '../../features/creatives/creative-list.tsx';
import { creativeSearch } from '../../features/creatives/creative-search.ts';
import { api } from '../../lib/api/api.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { prefetchList } from '../../lib/search/use-list.ts';

export default Object.assign(CreativeList, {
  prefetch: (search: SearchRecord) => prefetchList(api.creatives.list, creativeSearch, search),
});
