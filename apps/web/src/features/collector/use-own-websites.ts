import { useQuery } from '@tanstack/react-query';
import { api, apiQuery } from '../../lib/api/api.ts';

const MOST = 100;

/** The publisher's websites that are not deleted, by name. */
export function useOwnWebsites() {
  return useQuery({
    ...apiQuery(api.websites.list, { page: 1, pageSize: MOST, sort: 'domain' }),
    select: ({ items }) => items.filter(({ status }) => status !== 'archived'),
  });
}
