import type { RecordKind } from '@placard/domain/record';
import type { Role } from '@placard/domain/roles';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { recordPath } from '../../lib/record-paths.ts';
import { useUser } from '../../lib/session/session-store.ts';

export type PaletteRecord = {
  readonly kind: RecordKind;
  readonly name: string;
  /** Whose it is, of what the operator finds. */
  readonly hint?: string | undefined;
  readonly path: string;
};

const DEBOUNCE_MS = 200;
const PER_KIND = 5;
const SHORTEST = 2;

async function findRecords(
  search: string,
  roles: readonly Role[],
  signal: AbortSignal,
): Promise<PaletteRecord[]> {
  const page = { search, pageSize: PER_KIND };
  // One kind that fails must not hide the others; what cannot be found is simply not offered.
  const none = () => null;
  const asAdvertiser = roles.includes('advertiser');
  const [campaigns, creatives, websites, found] = await Promise.all([
    asAdvertiser ? api.campaigns.list(page, { signal }).catch(none) : null,
    asAdvertiser ? api.creatives.list(page, { signal }).catch(none) : null,
    roles.includes('publisher') ? api.websites.list(page, { signal }).catch(none) : null,
    roles.includes('operator') ? api.records.find({ search }, { signal }).catch(none) : null,
  ]);
  return [
    ...(campaigns?.items ?? []).map(({ id, name }) => ({
      kind: 'campaign' as const,
      name,
      path: `/advertiser/campaigns/${id}`,
    })),
    ...(creatives?.items ?? []).map(({ id, name }) => ({
      kind: 'creative' as const,
      name,
      path: `/advertiser/creatives/${id}`,
    })),
    ...(websites?.items ?? []).map(({ id, domain }) => ({
      kind: 'website' as const,
      name: shownDomain(domain),
      path: `/publisher/websites/${id}/widgets`,
    })),
    ...(found?.items ?? []).map(({ kind, id, name, hint }) => ({
      kind,
      name,
      hint: hint ?? undefined,
      path: recordPath(kind, id),
    })),
  ];
}

const NONE: readonly PaletteRecord[] = [];

/** Campaigns, creatives and websites by name, of the whole network for its operator; those of the open workspace first. */
export function usePaletteRecords(text: string, workspace: Role): readonly PaletteRecord[] {
  const { roles } = useUser();
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const wanted = search.length >= SHORTEST;
  const { data } = useQuery({
    queryKey: ['palette', search, roles],
    queryFn: ({ signal }) => findRecords(search, roles, signal),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  if (!wanted || data === undefined) return NONE;
  const isHere = ({ path }: PaletteRecord) => path.startsWith(`/${workspace}/`);
  return [...data].sort((a, b) => Number(isHere(b)) - Number(isHere(a)));
}
