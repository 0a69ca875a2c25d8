import type { ReviewItem } from '@placard/contract/reviews';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { verdictTexts } from '../../kits/review/texts.ts';
import { api } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { Delayed } from './delayed.ts';
import { keyOf, reviewName } from './review-value.ts';

/**
 * Approvals that may be taken back for five seconds: until then nothing has left this page. Leaving it decides.
 */
export function useApprovals() {
  const t = useTexts(verdictTexts);
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const words = useRef(t);
  words.current = t;
  const delayed = useMemo(() => {
    const approve = async (item: ReviewItem) => {
      const { kind, id, version, related } = item;
      try {
        await api.operator.approve({ kind, id, version, seenRelated: related.map((one) => one.id) });
        toast.success(words.current('approved', { name: reviewName(item) }));
      } catch (error) {
        toast.failure(refusalOf(error, words.current('approveFailed')));
      } finally {
        await client.invalidateQueries({ queryKey: ['operator'] });
      }
    };
    const made: Delayed<ReviewItem> = new Delayed(
      (item) => void approve(item),
      () => setWaiting(made.keys()),
    );
    return made;
  }, [client]);
  useEffect(() => {
    const leave = () => delayed.flush();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [delayed]);
  return {
    waiting,
    approve: (items: readonly ReviewItem[]) => {
      for (const item of items) delayed.add(keyOf(item), item);
    },
    undo: (key: string) => delayed.undo(key),
    undoLast: () => {
      const last = delayed.last();
      if (last !== null) delayed.undo(last);
    },
  };
}
