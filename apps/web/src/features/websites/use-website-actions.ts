import type { Website } from '@placard/contract/websites';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { actOnOne, actOnSeveral } from '../../kits/status/status-actions.ts';
import { api } from '../../lib/api/api.ts';
import { websitesTexts } from './texts.ts';
import type { WebsiteStatusAction } from './website-menu.ts';

/** A website's status decides what its widgets may do: both are fetched anew. */
export function useWebsitesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['websites'] }),
      client.invalidateQueries({ queryKey: ['widgets'] }),
    ]);
  };
}

/** Asks, acts, tells, and has every view fetched anew. */
export function useWebsiteAction(): (
  action: WebsiteStatusAction,
  website: Pick<Website, 'id' | 'domain'>,
) => Promise<void> {
  const t = useTexts(websitesTexts);
  const changed = useWebsitesChanged();
  return (action, { id, domain }) =>
    actOnOne(t, action, { name: shownDomain(domain), run: () => api.websites.act({ id, action }), changed });
}

/** The same for several; those whose status does not allow it are left alone and said so. */
export function useWebsiteBulkAction(): (
  action: WebsiteStatusAction,
  rows: readonly Website[],
) => Promise<void> {
  const t = useTexts(websitesTexts);
  const changed = useWebsitesChanged();
  return (action, rows) =>
    actOnSeveral(t, action, { rows, run: ({ id }) => api.websites.act({ id, action }), changed });
}
