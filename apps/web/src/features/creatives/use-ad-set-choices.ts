import { useQuery } from '@tanstack/react-query';
import { api, apiQuery } from '../../lib/api/api.ts';

/** Ad sets that a creative may be assigned to, newest campaign first. */
export function useAdSetChoices() {
  return useQuery(apiQuery(api.campaigns.adSetChoices, {}));
}
