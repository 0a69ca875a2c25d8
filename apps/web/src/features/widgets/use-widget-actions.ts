import type { Widget } from '@placard/contract/widgets';
import { useQueryClient } from '@tanstack/react-query';
import { widgetsTexts } from '../../i18n/en/widgets.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';
import { openConfirm } from '../../ui/confirm.ts';

export const WIDGET_STATUS_ACTIONS = ['activate', 'suspend', 'archive'] as const;
export type WidgetStatusAction = (typeof WIDGET_STATUS_ACTIONS)[number];

/** Websites count their widgets: both are fetched anew. */
export function useWidgetsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['widgets'] }),
      client.invalidateQueries({ queryKey: ['websites'] }),
    ]);
  };
}

/** Asks, acts, tells, and has every view fetched anew. */
export function useWidgetAction(): (
  action: WidgetStatusAction,
  widget: Pick<Widget, 'id' | 'websiteId' | 'name'>,
) => Promise<void> {
  const t = useTexts(widgetsTexts);
  const changed = useWidgetsChanged();
  return async (action, { id, websiteId, name }) => {
    const confirmed = await openConfirm({
      title: t(`confirm.${action}`, { name }),
      message: t(`confirm.${action}Text`),
      confirmLabel: t(`action.${action}`),
      danger: action === 'archive',
      ...(action === 'archive' ? { consequence: t('confirm.permanent') } : {}),
    });
    if (!confirmed) return;
    try {
      await api.widgets.act({ websiteId, id, action });
      toast.success(t(`done.${action}`));
    } catch (error) {
      toast.failure(failureText(t(`failed.${action}`), error));
    } finally {
      await changed();
    }
  };
}

/** The same for several; those whose status does not allow it are left alone and said so. */
export function useWidgetBulkAction(): (
  action: WidgetStatusAction,
  rows: readonly Widget[],
) => Promise<void> {
  const t = useTexts(widgetsTexts);
  const changed = useWidgetsChanged();
  return async (action, rows) => {
    const able = rows.filter((row) => row.actions.includes(action));
    const left = rows.length - able.length;
    const confirmed = await openConfirm({
      title: t(`bulk.confirm.${action}`, { count: able.length }),
      message: left === 0 ? t(`confirm.${action}Text`) : t('bulk.left', { count: left }),
      confirmLabel: t(`action.${action}`),
      danger: action === 'archive',
      ...(action === 'archive' ? { consequence: t('confirm.permanent') } : {}),
    });
    if (!confirmed) return;
    const results = await Promise.allSettled(
      able.map(({ websiteId, id }) => api.widgets.act({ websiteId, id, action })),
    );
    const failed = results.filter((result) => result.status === 'rejected').length;
    if (failed < able.length) toast.success(t(`bulk.done.${action}`, { count: able.length - failed }));
    if (failed > 0) toast.failure(t(`bulk.failed.${action}`, { count: failed }));
    await changed();
  };
}
