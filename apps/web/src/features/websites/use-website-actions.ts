import type { Website } from '@placard/contract/websites';
import { useQueryClient } from '@tanstack/react-query';
import { websitesTexts } from '../../i18n/en/websites.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';
import { openConfirm } from '../../ui/confirm.ts';
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
  return async (action, website) => {
    const confirmed = await openConfirm({
      title: t(`confirm.${action}`, { name: website.domain }),
      message: t(`confirm.${action}Text`),
      confirmLabel: t(`action.${action}`),
      danger: action === 'delete',
      ...(action === 'delete' ? { consequence: t('confirm.permanent') } : {}),
    });
    if (!confirmed) return;
    try {
      await api.websites.act({ id: website.id, action });
      toast.success(t(`done.${action}`));
    } catch (error) {
      toast.failure(failureText(t(`failed.${action}`), error));
    } finally {
      await changed();
    }
  };
}

/** The same for several; those whose status does not allow it are left alone and said so. */
export function useWebsiteBulkAction(): (
  action: WebsiteStatusAction,
  rows: readonly Website[],
) => Promise<void> {
  const t = useTexts(websitesTexts);
  const changed = useWebsitesChanged();
  return async (action, rows) => {
    const able = rows.filter((row) => row.actions.includes(action));
    const left = rows.length - able.length;
    const confirmed = await openConfirm({
      title: t(`bulk.confirm.${action}`, { count: able.length }),
      message: left === 0 ? t(`confirm.${action}Text`) : t('bulk.left', { count: left }),
      confirmLabel: t(`action.${action}`),
      danger: action === 'delete',
      ...(action === 'delete' ? { consequence: t('confirm.permanent') } : {}),
    });
    if (!confirmed) return;
    const results = await Promise.allSettled(able.map(({ id }) => api.websites.act({ id, action })));
    const failed = results.filter((result) => result.status === 'rejected').length;
    if (failed < able.length) toast.success(t(`bulk.done.${action}`, { count: able.length - failed }));
    if (failed > 0) toast.failure(t(`bulk.failed.${action}`, { count: failed }));
    await changed();
  };
}
