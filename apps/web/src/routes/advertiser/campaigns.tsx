import { CampaignList } from '../../features/campaigns/campaign-list.tsx';
import { campaignSearch } from '../../features/campaigns/campaign-search.ts';
import { api } from '../../lib/api/api.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { prefetchList } from '../../lib/search/use-list.ts';

export default Object.assign(CampaignList, {
  prefetch: (search: SearchRecord) => prefetchList(api.campaigns.list, campaignSearch, search),
});
