import { useEffect, useRef } from 'react';

export type ReviewKey = 'j' | 'k' | 'a' | 'r' | 'x' | 'u' | 'escape';
const KEYS: readonly string[] = ['j', 'k', 'a', 'r', 'x', 'u', 'escape'];

function isTyping(target: EventTarget | null): boolean {
  const typed = 'input:not([type="checkbox"]), textarea, select, [role="dialog"]';
  return target instanceof HTMLElement && target.closest(typed) !== null;
}

function isReviewKey(key: string): key is ReviewKey {
  return KEYS.includes(key);
}

/** Single letters, as long as nothing is typed and no dialog is open. A held key counts once. */
export function useReviewKeys(on: (key: ReviewKey) => void): void {
  const latest = useRef(on);
  useEffect(() => {
    latest.current = on;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      const key = event.key.toLowerCase();
      if (!isReviewKey(key)) return;
      if (key !== 'escape') event.preventDefault();
      latest.current(key);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
