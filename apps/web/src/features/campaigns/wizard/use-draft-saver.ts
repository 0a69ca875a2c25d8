import { isDay } from '@placard/domain/day-bounds';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { draftQuery } from '../use-campaign-draft.ts';
import { createDraftSaver, type DraftSaver, type SaveState } from './draft-saver.ts';
import type { WizardContent } from './wizard-state.ts';

const PAUSE_MS = 800;

/** While its year is typed, a date field holds days of the first century. */
const dayOrEmpty = (text: string) => (isDay(text) ? text : '');

export type KeptDraft = { readonly step: 'setting' | 'target'; readonly content: WizardContent };

/** The server's copy of what is being typed; a page that is left saves what still waits. */
export function useDraftSaver(): DraftSaver<KeptDraft> & {
  readonly state: SaveState;
  readonly renew: () => void;
} {
  const client = useQueryClient();
  const [state, setState] = useState<SaveState>('idle');
  const make = () =>
    createDraftSaver<KeptDraft>({
      pauseMs: PAUSE_MS,
      onState: setState,
      save: async ({ step, content: { campaign, adSet } }) => {
        const days = { startDate: dayOrEmpty(campaign.startDate), endDate: dayOrEmpty(campaign.endDate) };
        const draft = await api.campaigns.saveDraft({
          step,
          content: { campaign: { ...campaign, ...days }, adSet },
        });
        client.setQueryData(draftQuery().queryKey, draft);
      },
    });
  const current = useRef<DraftSaver<KeptDraft> | null>(null);
  current.current ??= make();
  useEffect(() => {
    const flush = () => current.current?.flush();
    const onHidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      flush();
    };
  }, []);
  return {
    state,
    change: (draft) => current.current?.change(draft),
    flush: () => current.current?.flush(),
    stop: () => current.current?.stop() ?? Promise.resolve(),
    renew: () => {
      current.current = make();
      setState('idle');
    },
  };
}
