import type { CreativeRow } from '@placard/contract/creatives';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { creativesTexts } from '../../i18n/en/creatives.ts';
import { useTexts } from '../../i18n/texts.ts';
import { creativePath } from '../../lib/advertiser-paths.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';
import { openConfirm } from '../../ui/confirm.ts';

export const CREATIVE_STATUS_ACTIONS = ['activate', 'pause', 'archive'] as const;
export type CreativeStatusAction = (typeof CREATIVE_STATUS_ACTIONS)[number];

type Acted = Pick<CreativeRow, 'id' | 'name'>;

/** Views that show assignments: creatives themselves, and the ad sets of campaigns. */
export function useCreativesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['creatives'] }),
      client.invalidateQueries({ queryKey: ['campaigns'] }),
    ]);
  };
}

/** Asks, acts, tells, and has every view fetched anew. */
export function useCreativeAction(): (action: CreativeStatusAction, creative: Acted) => Promise<void> {
  const t = useTexts(creativesTexts);
  const changed = useCreativesChanged();
  return async (action, creative) => {
    const confirmed = await openConfirm({
      title: t(`confirm.${action}`, { name: creative.name }),
      message: t(`confirm.${action}Text`),
      confirmLabel: t(`action.${action}`),
      danger: action === 'archive',
      ...(action === 'archive' ? { consequence: t('confirm.permanent') } : {}),
    });
    if (!confirmed) return;
    try {
      await api.creatives.act({ id: creative.id, action });
      toast.success(t(`done.${action}`));
    } catch (error) {
      toast.failure(failureText(t(`failed.${action}`), error));
    } finally {
      await changed();
    }
  };
}

/** The copy opens at once: it wants a name of its own and ad sets. */
export function useDuplicateCreative(): (creative: Acted) => Promise<void> {
  const t = useTexts(creativesTexts);
  const changed = useCreativesChanged();
  const navigate = useNavigate();
  return async (creative) => {
    const confirmed = await openConfirm({
      title: t('confirm.duplicate', { name: creative.name }),
      message: t('confirm.duplicateText'),
      confirmLabel: t('action.duplicate'),
    });
    if (!confirmed) return;
    try {
      const copy = await api.creatives.duplicate({ id: creative.id });
      toast.success(t('done.duplicate'));
      void changed();
      await navigate({ to: creativePath(copy.id) });
    } catch (error) {
      toast.failure(failureText(t('failed.duplicate'), error));
    }
  };
}

export function useCreativeBulkAction(): (
  action: CreativeStatusAction,
  rows: readonly CreativeRow[],
) => Promise<void> {
  const t = useTexts(creativesTexts);
  const changed = useCreativesChanged();
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
    const results = await Promise.allSettled(able.map(({ id }) => api.creatives.act({ id, action })));
    const failed = results.filter((result) => result.status === 'rejected').length;
    if (failed < able.length) toast.success(t(`bulk.done.${action}`, { count: able.length - failed }));
    if (failed > 0) toast.failure(t(`bulk.failed.${action}`, { count: failed }));
    await changed();
  };
}
