import { useLayoutEffect } from 'react';

/** Of dialogs that closed: what had opened them. A dialog that opens the next one and closes leaves its opener to it. */
const openers = new WeakMap<Element, Element>();

const dialogAround = (element: Element | null): Element | null => element?.closest('[role="dialog"]') ?? null;

const isGone = (element: Element | null): boolean =>
  element === null || element === document.body || !element.isConnected;

const focusOn = (element: Element | null) => {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
};

/** On the element while it is there and nothing else takes the focus; on the page's main part once it goes, with its row as a rule. */
function focusAndFollow(element: Element): void {
  focusOn(element);
  const changes = new MutationObserver(() => {
    if (document.activeElement === element) return;
    changes.disconnect();
    if (isGone(element) && isGone(document.activeElement)) focusOn(document.querySelector('main'));
  });
  changes.observe(document.body, { childList: true, subtree: true });
}

/**
 * After a dialog the focus is where it was before: on the button that opened it, or on the button of the menu whose
 * item did. Where that is gone with what the dialog did, the page's main part has it. Nobody else's focus is taken.
 * For dialogs that are only rendered while they are open as well, which the library's own return overlooks.
 */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    const dialogBefore = dialogAround(opener);
    return () => {
      const closing = dialogAround(document.activeElement);
      if (closing !== null && opener !== null) openers.set(closing, opener);
      // Later, when the dialog has left the page and whatever it opened has taken the focus.
      setTimeout(() => {
        const now = document.activeElement;
        if (!isGone(now) && (closing === null || dialogAround(now) !== closing)) return;
        const earlier = dialogBefore === null ? null : (openers.get(dialogBefore) ?? null);
        const target = [opener, earlier].find((element) => element !== null && !isGone(element));
        if (target instanceof Element) focusAndFollow(target);
        else focusOn(document.querySelector('main'));
      });
    };
  }, [opened]);
}
