import { WebsiteList } from '../../features/websites/website-list.tsx';
import { websiteSearch } from '../../features/websites/website-search.ts';
import { api } from '../../lib/api/api.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { prefetchList } from '../../lib/search/use-list.ts';

export default Object.assign(WebsiteList, {
  prefetch: (search: SearchRecord) => prefetchList(api.websites.list, websiteSearch, search),
});
