import type { ReviewItem } from '@placard/contract/reviews';
import { seenKeyOf } from './review-value.ts';
import type { ReviewKey } from './use-review-keys.ts';

/** Armed instead of one card: all that are marked. */
export const MARKED = 'marked';

type Judged = {
  /** The card that is judged next; none where nothing waits. */
  readonly chosen: ReviewItem | undefined;
  /** What was marked, and of it what is approved without a question. */
  readonly picked: readonly ReviewItem[];
  readonly alone: readonly ReviewItem[];
  /** What the first of two keys was pressed for. */
  readonly armed: string | null;
  readonly selected: ReadonlySet<string>;
};

type Step =
  | { readonly does: 'undo' | 'disarm' | 'armMarked' | 'approveMarked' | 'nothing' }
  | { readonly does: 'move'; readonly by: 1 | -1 }
  | { readonly does: 'select'; readonly item: ReviewItem; readonly on: boolean }
  | { readonly does: 'reject'; readonly items: readonly ReviewItem[] }
  | { readonly does: 'arm' | 'decide'; readonly item: ReviewItem };

/** What `a` does: twice, so that a slip of the finger approves nothing. */
function approval(chosen: ReviewItem, { picked, alone, armed }: Judged): Step {
  if (picked.length > 0) {
    if (armed === MARKED) return { does: 'approveMarked' };
    return { does: alone.length > 0 ? 'armMarked' : 'nothing' };
  }
  return { does: armed === seenKeyOf(chosen) ? 'decide' : 'arm', item: chosen };
}

/** What a key does: to what is marked, and to the chosen card where nothing is. What is objected to is answered one by one. */
export function keyStep(key: ReviewKey, judged: Judged): Step {
  const { chosen, picked, selected } = judged;
  if (key === 'u') return { does: 'undo' };
  if (key === 'j' || key === 'k') return { does: 'move', by: key === 'j' ? 1 : -1 };
  if (key === 'escape') return { does: 'disarm' };
  if (chosen === undefined) return { does: 'nothing' };
  if (key === 'x') {
    return { does: 'select', item: chosen, on: chosen.appeal === null && !selected.has(seenKeyOf(chosen)) };
  }
  if (key === 'r') return { does: 'reject', items: picked.length > 0 ? picked : [chosen] };
  return approval(chosen, judged);
}

/** Of cards that wait, what is marked and may be judged together, and what of it is approved without a question. */
export function markedOf(open: readonly ReviewItem[], selected: ReadonlySet<string>) {
  const picked = open.filter((item) => item.appeal === null && selected.has(seenKeyOf(item)));
  return { picked, alone: picked.filter((item) => !asksFirst(item)) };
}

/** Approving it says that two publishers may have parts of one domain. */
export const asksFirst = ({ related }: ReviewItem): boolean => related.length > 0;
