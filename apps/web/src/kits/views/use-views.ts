import type { SavedView } from '@placard/contract/views';
import type { ReportScreen } from '@placard/domain/analytics/report-offers';
import { isSameView, VIEW_KEYS, viewSearchOf } from '@placard/domain/report-view/view-search';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { api, apiQuery } from '../../lib/api/api.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';

/** In the address: no view, although there is a default. */
const STANDARD = '0';

/** The saved views of a report, which of them is open, and whether what is shown has been changed since. */
export function useViews(screen: ReportScreen) {
  const [raw] = useSearchParameters();
  const navigate = useNavigate();
  const query = useQuery(apiQuery(api.views.list, { screen }));
  const views = query.data?.items;
  const standing = views?.find((view) => view.isDefault);
  const open = useCallback(
    (view: SavedView | null, options: { replace?: boolean } = {}) => {
      const search: SearchRecord =
        view === null
          ? { view: standing === undefined ? undefined : STANDARD }
          : { ...view.search, view: String(view.id) };
      void navigate({ to: '.', search, replace: options.replace ?? false, resetScroll: false });
    },
    [navigate, standing],
  );
  const untouched = raw.view === undefined && VIEW_KEYS.every((key) => raw[key] === undefined);
  // An address that asks for nothing opens with the default.
  useEffect(() => {
    if (untouched && standing !== undefined) open(standing, { replace: true });
  }, [untouched, standing, open]);
  const opened = views?.find((view) => String(view.id) === raw.view);
  return {
    query,
    views: views ?? [],
    opened,
    changed: opened !== undefined && !isSameView(opened.search, raw),
    /** What would be saved now. */
    search: viewSearchOf(raw),
    open,
  };
}
