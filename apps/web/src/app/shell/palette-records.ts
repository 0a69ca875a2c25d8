import type { FoundRecord, OwnFoundRecord } from '@placard/contract/records';
import { type FoundKind, isRecordSearch } from '@placard/domain/record';
import { recordPath } from '@placard/domain/record-paths';
import type { Role } from '@placard/domain/roles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api/api.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { useUser } from '../../lib/session/session-store.ts';

type Place = {
  readonly path: string;
  readonly search?: SearchRecord;
  /** What has no page but is a file, which is handed out instead. */
  readonly file?: () => Promise<File>;
};

export type PaletteRecord = Place & {
  readonly key: string;
  readonly kind: FoundKind;
  readonly name: string;
  /** What it belongs to, and whose it is of what the operator finds. */
  readonly hint?: string | undefined;
};

const DEBOUNCE_MS = 200;

/** Where its page is, or the part of a page that shows it. */
function ownPlace({ kind, id, name, withinId, role }: OwnFoundRecord): Place {
  switch (kind) {
    case 'campaign':
      return { path: `/advertiser/campaigns/${id}` };
    case 'ad_set':
      return { path: `/advertiser/campaigns/${withinId}`, search: { tab: 'target', adSet: String(id) } };
    case 'creative':
      return { path: `/advertiser/creatives/${id}` };
    case 'website':
      return { path: `/publisher/websites/${id}/widgets` };
    case 'widget':
      return { path: `/publisher/websites/${withinId}/widgets/${id}/edit` };
    case 'deposit':
      return { path: '/advertiser/billing' };
    case 'payout':
      return { path: '/publisher/payment', search: { search: name } };
    case 'document':
      return role === 'advertiser'
        ? { path: '/advertiser/billing', file: () => api.billing.invoicePdf({ number: id }) }
        : { path: '/publisher/payment', file: () => api.selfBilling.documentPdf({ number: id }) };
  }
}

function operatorPlace({ kind, id, withinId }: FoundRecord): Place {
  if (kind === 'ad_set') return { path: recordPath('campaign', withinId ?? id) };
  return { path: kind === 'widget' ? recordPath('website', withinId ?? id) : recordPath(kind, id) };
}

function entryOf(record: FoundRecord | OwnFoundRecord, place: Place): PaletteRecord {
  const { kind, id, name, hint } = record;
  // What an operator's own account has stands twice: as theirs, and as the network's.
  return { key: `${place.path} ${kind} ${id}`, kind, name, hint: hint ?? undefined, ...place };
}

async function findRecords(
  search: string,
  roles: readonly Role[],
  signal: AbortSignal,
): Promise<PaletteRecord[]> {
  // One that fails must not hide the other; what cannot be found is simply not offered.
  const none = () => null;
  const isMember = roles.some((role) => role !== 'operator');
  const [own, found] = await Promise.all([
    isMember ? api.records.findOwn({ search }, { signal }).catch(none) : null,
    roles.includes('operator') ? api.records.find({ search }, { signal }).catch(none) : null,
  ]);
  return [
    ...(own?.items ?? []).map((record) => entryOf(record, ownPlace(record))),
    ...(found?.items ?? []).map((record) => entryOf(record, operatorPlace(record))),
  ];
}

const NONE: readonly PaletteRecord[] = [];

/** Records by name or number, of the whole network for its operator; those of the open workspace first. */
export function usePaletteRecords(text: string, workspace: Role): readonly PaletteRecord[] {
  const { roles } = useUser();
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const wanted = isRecordSearch(search);
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
