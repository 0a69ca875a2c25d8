import type { AdSetChoice } from '@placard/contract/campaigns';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, apiQuery } from '../../lib/api/api.ts';
import type { LookedUp } from './ad-set-choices.ts';

/** As many as somebody reads through; the others are found by typing. */
const SHOWN = 50;
/** The contract takes no more ids at once. */
const LOOKED_UP_AT_ONCE = 200;

/** Ad sets that a creative may be assigned to and that hold a text, newest campaign first, and how many there are. */
export function useFoundAdSets(search: string, withoutCreativeId?: number) {
  const without = withoutCreativeId === undefined ? {} : { withoutCreativeId };
  return useQuery({
    ...apiQuery(api.campaigns.adSetChoices, { search, page: 1, pageSize: SHOWN, ...without }),
    placeholderData: keepPreviousData,
  });
}

/** Those of the ids that a creative may be assigned to, wherever a search would find them. */
export function useAdSetsOf(ids: readonly number[]) {
  const asked = [...new Set(ids)].toSorted((a, b) => a - b);
  return useQuery({
    queryKey: [...api.campaigns.adSetChoices.key, 'ids', asked],
    queryFn: async ({ signal }): Promise<LookedUp> => {
      const items: AdSetChoice[] = [];
      for (let at = 0; at < asked.length; at += LOOKED_UP_AT_ONCE) {
        const part = asked.slice(at, at + LOOKED_UP_AT_ONCE).join();
        const page = { page: 1, pageSize: LOOKED_UP_AT_ONCE };
        items.push(...(await api.campaigns.adSetChoices({ ids: part, ...page }, { signal })).items);
      }
      return { asked, items };
    },
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  });
}
