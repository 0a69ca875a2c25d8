import type { Widget } from '@placard/contract/widgets';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { actOnOne, actOnSeveral } from '../../kits/status/status-actions.ts';
import { api } from '../../lib/api/api.ts';
import { widgetsTexts } from './texts.ts';

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
  return (action, { id, websiteId, name }) =>
    actOnOne(t, action, { name, run: () => api.widgets.act({ websiteId, id, action }), changed });
}

/** The same for several; those whose status does not allow it are left alone and said so. */
export function useWidgetBulkAction(): (
  action: WidgetStatusAction,
  rows: readonly Widget[],
) => Promise<void> {
  const t = useTexts(widgetsTexts);
  const changed = useWidgetsChanged();
  return (action, rows) =>
    actOnSeveral(t, action, {
      rows,
      run: ({ websiteId, id }) => api.widgets.act({ websiteId, id, action }),
      changed,
    });
}
