import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { leaveAskers } from '../../lib/session/session-store.ts';
import { askToLeave } from './ask-to-leave.ts';
import { leavingTexts } from './leaving-texts.ts';

/** Parameters that open another view of the same page: a tab, its edit mode, the part being edited. */
const VIEW_PARAMETERS = ['tab', 'mode', 'adSet'] as const;

type Place = { readonly pathname: string; readonly search: unknown };

function sameView(current: Place, next: Place): boolean {
  const text = (place: Place) => {
    const search = Object(place.search) as Record<string, unknown>;
    return VIEW_PARAMETERS.map((name) => search[name] ?? '').join('\n');
  };
  return text(current) === text(next);
}

function staysOpen(leaving: 'page' | 'view' | 'search', current: Place, next: Place): boolean {
  if (leaving === 'search') return JSON.stringify(current.search) === JSON.stringify(next.search);
  return leaving === 'page' || sameView(current, next);
}

/** What was typed into a form and is neither saved nor on its way. @param saved it was, and the page is being left */
export function isUnsaved(
  form: { readonly isDirty: () => boolean; readonly sending: boolean },
  saved = false,
): boolean {
  return form.isDirty() && !form.sending && !saved;
}

/**
 * Leaving a page with unsaved changes asks, by a link, by back, by signing out, and by closing the tab. With `view`, so does leaving
 * the tab or the mode that the form is in; with `search`, any change of the page's parameters.
 */
export function useUnsavedChangesGuard(dirty: boolean, leaving: 'page' | 'view' | 'search' = 'page'): void {
  const t = useTexts(leavingTexts);
  useEffect(() => {
    const ask = () => askToLeave(t);
    if (dirty) leaveAskers.add(ask);
    return () => void leaveAskers.delete(ask);
  }, [dirty, t]);
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname && staysOpen(leaving, current, next)) return false;
      return !(await askToLeave(t));
    },
  });
}
