import type { WebsiteStatus } from '@placard/domain/website/status';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

/** Whose websites: the reader's own (of this status), or those of a publisher that an operator looks at. */
export type WebsitesOf = { readonly status?: WebsiteStatus } | { readonly publisherId: number };

export type FoundWebsite = { readonly id: number; readonly domain: string };

/** As many as somebody reads through; the others are found by typing. */
const SHOWN = 20;

type Found = {
  readonly items: readonly FoundWebsite[];
  readonly total: number;
  /** There are more than `total`, as far as was counted. */
  readonly more?: boolean | undefined;
};

/** The first websites that hold a text, by domain, and how many there are. */
export function useFoundWebsites(of: WebsitesOf, search: string) {
  const page = { search, sort: 'domain', page: 1, pageSize: SHOWN } as const;
  const theirs = 'publisherId' in of;
  return useQuery({
    queryKey: [...(theirs ? api.moderation.websites : api.websites.list).key, 'found', of, search],
    queryFn: async ({ signal }): Promise<Found> =>
      theirs
        ? await api.moderation.websites({ ...page, account: of.publisherId }, { signal })
        : await api.websites.list({ ...page, ...of }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What a website is called that an address or a form names by its id. */
export function useWebsiteName(of: WebsitesOf, id: number | undefined): string | undefined {
  const operation = 'publisherId' in of ? api.moderation.website : api.websites.get;
  const asked = { id: id ?? 0 };
  const query = useQuery({
    queryKey: [...operation.key, asked],
    queryFn: async ({ signal }): Promise<FoundWebsite> => await operation(asked, { signal }),
    enabled: id !== undefined,
  });
  if (id === undefined) return undefined;
  if (query.data !== undefined) return shownDomain(query.data.domain);
  return query.isPending ? '…' : String(id);
}
