import type { ReviewItem } from '@placard/contract/reviews';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { verdictTexts } from '../../kits/review/texts.ts';
import { api } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { Delayed } from './delayed.ts';
import { Outcomes } from './outcomes.ts';
import { keyOf, reviewName } from './review-value.ts';

/** A browser drops what a page asks for while it is left, but for this. */
const LEAVING = { keepalive: true };

type Refusals = ReadonlyMap<string, string>;

function withRefusal(before: Refusals, item: ReviewItem, message: string | null): Refusals {
  const next = new Map(before);
  if (message === null) next.delete(keyOf(item));
  else next.set(keyOf(item), message);
  return next;
}

/** What came of approvals that went out together: successes first, since one takes failures away that are shown. */
function tell(
  t: Translate<typeof verdictTexts.english>,
  approved: readonly string[],
  notApproved: readonly { readonly name: string; readonly message: string }[],
): void {
  const [name = ''] = approved;
  if (approved.length > 0)
    toast.success(
      approved.length === 1 ? t('approved', { name }) : t('approvedSeveral', { count: approved.length }),
    );
  const [first] = notApproved;
  if (first === undefined) return;
  if (notApproved.length === 1) toast.failure(t('notApproved', first));
  else toast.failure(t('notApprovedSeveral', { count: notApproved.length }));
}

/**
 * Approvals that may be taken back for five seconds: until then nothing has left this page. Leaving it decides.
 */
export function useApprovals() {
  const t = useTexts(verdictTexts);
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Refusals>(new Map());
  const words = useRef(t);
  words.current = t;
  const delayed = useMemo(() => {
    const outcomes = new Outcomes((approved, notApproved) => tell(words.current, approved, notApproved));
    const approve = async (item: ReviewItem) => {
      const { kind, id, version, appeal } = item;
      const seenRelated = item.related.map((one) => one.id);
      const ended = outcomes.begin(reviewName(item));
      setRefused((before) => withRefusal(before, item, null));
      try {
        if (appeal === null) await api.operator.approve({ kind, id, version, seenRelated }, LEAVING);
        else await api.appeals.grant({ id: appeal.id, version, seenRelated }, LEAVING);
        ended(null);
      } catch (error) {
        const message = refusalOf(error, words.current('approveFailed'));
        setRefused((before) => withRefusal(before, item, message));
        ended(message);
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
    /** Why an approval did not come about, by card, until it is tried again. */
    refused,
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
