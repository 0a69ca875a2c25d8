import { useSearch } from '@tanstack/react-router';
import { Unsubscribe } from '../../features/unsubscribe/unsubscribe.tsx';
import type { SearchRecord } from '../../lib/search/search-text.ts';

export default function UnsubscribeScreen() {
  const search: SearchRecord = useSearch({ strict: false });
  return <Unsubscribe token={search.token ?? ''} />;
}
