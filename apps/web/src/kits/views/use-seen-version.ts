import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../lib/faults/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';
import { isGone } from './of-view.ts';

/**
 * The version of a view that was on the screen when a dialog opened: news in the background does not make a change of
 * somebody else's ours. Once a save was refused for it, and said so, that of the list.
 * @returns `leaves` for the dialog's form: of a view that is gone there is nothing left to save
 */
export function useSeenVersion(newest: number, failed: string, close: () => void) {
  const client = useQueryClient();
  const [seen, setSeen] = useState<number | null>(newest);
  const leaves = (error: unknown): boolean => {
    // The list tells how things are, and a second try goes from there.
    void client.invalidateQueries({ queryKey: ['views'] });
    setSeen(null);
    if (!isGone(error)) return false;
    toast.failure(failureText(failed, error));
    close();
    return true;
  };
  return { version: seen ?? newest, leaves };
}
