import type { ReviewItem } from '@placard/contract/reviews';
import { useState } from 'react';
import { MARKED } from './review-keys.ts';
import { keyOf, seenKeyOf } from './review-value.ts';

/**
 * Which of the cards is judged next, whether its first key was pressed, and which are marked for all at once: both are of
 * what was seen, and go when the list comes with another version.
 */
export function useChoice(items: readonly ReviewItem[]) {
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  /** By a key, which may lead to a card out of sight; who presses on one sees it. */
  const [moved, setMoved] = useState(false);
  const [armed, setArmed] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = items.find((item) => keyOf(item) === chosenKey) ?? items[0];
  const choose = (item: ReviewItem) => {
    setChosenKey(keyOf(item));
    setMoved(false);
    // To look at another card is no answer to what is asked of the marked ones.
    if (seenKeyOf(item) !== armed && armed !== MARKED) setArmed(null);
  };
  return {
    chosen,
    moved,
    armed,
    selected,
    choose,
    arm: (item: ReviewItem) => {
      choose(item);
      setArmed(seenKeyOf(item));
    },
    armMarked: () => setArmed(MARKED),
    disarm: () => setArmed(null),
    move: (by: 1 | -1) => {
      const at = chosen === undefined ? -1 : items.indexOf(chosen);
      const next = items[Math.min(items.length - 1, Math.max(0, at + by))];
      if (next === undefined) return;
      choose(next);
      setMoved(true);
    },
    select: (item: ReviewItem, on: boolean) => {
      const next = new Set(selected);
      if (on) next.add(seenKeyOf(item));
      else next.delete(seenKeyOf(item));
      setSelected(next);
      setArmed(null);
    },
    clear: () => {
      setSelected(new Set());
      setArmed(null);
    },
  };
}
