import type { CreativeRow } from '@placard/contract/creatives';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import { actOnOne, actOnSeveral } from '../../kits/status/status-actions.ts';
import { creativePath } from '../../lib/advertiser-paths.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { creativesTexts } from './texts.ts';

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
  return (action, { id, name }) =>
    actOnOne(t, action, { name, run: () => api.creatives.act({ id, action }), changed });
}

/** The copy opens at once: it wants a name of its own and ad sets. */
export function useDuplicateCreative(): (creative: Acted) => Promise<void> {
  const t = useTexts(creativesTexts);
  const changed = useCreativesChanged();
  const navigate = useNavigate();
  const ask = useConfirmedAction();
  return async (creative) => {
    let copyId: number | null = null;
    await ask(
      {
        title: t('confirm.duplicate', { name: creative.name }),
        message: t('confirm.duplicateText'),
        confirmLabel: t('action.duplicate'),
      },
      {
        run: async () => {
          copyId = (await api.creatives.duplicate({ id: creative.id })).id;
        },
        success: t('done.duplicate'),
        failure: (error) => failureText(t('failed.duplicate'), error),
        refresh: async () => void changed(),
      },
    );
    if (copyId !== null) await navigate({ to: creativePath(copyId) });
  };
}

export function useCreativeBulkAction(): (
  action: CreativeStatusAction,
  rows: readonly CreativeRow[],
) => Promise<void> {
  const t = useTexts(creativesTexts);
  const changed = useCreativesChanged();
  return (action, rows) =>
    actOnSeveral(t, action, { rows, run: ({ id }) => api.creatives.act({ id, action }), changed });
}
