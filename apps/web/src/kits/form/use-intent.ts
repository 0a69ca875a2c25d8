import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { newIdempotencyKey } from '../../lib/api/api.ts';
import { keyAfter } from '../../lib/api/intended-once.ts';
import { wentThrough } from '../../lib/faults/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';
import { leavingTexts } from '../../ui/form/leaving-texts.ts';

/**
 * The key of what a dialog does once. It stays until the server refused: after a lost answer the same is asked for again,
 * nothing twice. Where an earlier press went through after all, that is said and the dialog closes.
 * @returns `leaves` for `useAppForm`
 */
export function useIntent(close: () => void) {
  const t = useTexts(leavingTexts);
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const leaves = (error: unknown): boolean => {
    if (wentThrough(error)) {
      toast.failure(t('wentThrough'));
      close();
      return true;
    }
    // A refusal booked nothing: what is sent next is another request.
    setIdempotencyKey(keyAfter(idempotencyKey, error));
    return false;
  };
  return { idempotencyKey, leaves };
}
