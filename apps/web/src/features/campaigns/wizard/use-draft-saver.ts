import { isDay } from '@placard/domain/day-bounds';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { useUser } from '../../../lib/session/session-store.ts';
import { type CampaignDraft, draftQuery } from '../use-campaign-draft.ts';
import { createDraftSaver, type DraftSaver, type SaveState } from './draft-saver.ts';
import { dropKeptCampaign, keepCampaign } from './kept-campaign.ts';
import type { KeptDraft } from './wizard-state.ts';

const PAUSE_MS = 800;

/** While its year is typed, a date field holds days of the first century. */
const dayOrEmpty = (text: string) => (isDay(text) ? text : '');

/**
 * The server's copy of what is being typed; a page that is left saves what still waits. Until it is saved it is kept in
 * this browser: the session may have ended meanwhile.
 */
export function useDraftSaver(): DraftSaver<KeptDraft> & {
  readonly state: SaveState;
  readonly renew: () => void;
  /** Nothing of it is wanted any more. */
  readonly forget: () => void;
} {
  const client = useQueryClient();
  const owner = useUser();
  const [state, setState] = useState<SaveState>('idle');
  const waiting = useRef<KeptDraft | null>(null);
  const keep = (draft: KeptDraft) => {
    waiting.current = draft;
    const before = client.getQueryData<CampaignDraft | null>(draftQuery().queryKey);
    keepCampaign(owner, draft, before?.updatedAt ?? null);
  };
  const forget = () => {
    waiting.current = null;
    dropKeptCampaign(owner);
  };
  const make = () =>
    createDraftSaver<KeptDraft>({
      pauseMs: PAUSE_MS,
      onState: setState,
      save: async (saved) => {
        const { step, content } = saved;
        const { campaign, adSet } = content;
        const days = { startDate: dayOrEmpty(campaign.startDate), endDate: dayOrEmpty(campaign.endDate) };
        const draft: CampaignDraft = await api.campaigns.saveDraft({
          step,
          content: { campaign: { ...campaign, ...days }, adSet },
        });
        client.setQueryData(draftQuery().queryKey, draft);
        // What was typed meanwhile follows this one.
        if (waiting.current === saved) forget();
        else if (waiting.current !== null) keep(waiting.current);
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
    forget,
    change: (draft) => {
      keep(draft);
      current.current?.change(draft);
    },
    flush: () => current.current?.flush(),
    stop: () => current.current?.stop() ?? Promise.resolve(),
    renew: () => {
      current.current = make();
      setState('idle');
    },
  };
}
