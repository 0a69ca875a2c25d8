/** Parts of a page inside of which the focus stays when what had it is replaced. */
const FRAMES = '[role="dialog"], [role="tabpanel"], section, main';

/** Where work goes on in what took the place: a heading made for it, else the first field. */
const BEGINNINGS = [
  ...['h1', 'h2', 'h3'].map((heading) => `${heading}[tabindex="-1"]`),
  ...['input:not([type="hidden"])', 'textarea', 'select'].map((field) => `${field}:not(:disabled)`),
].join(', ');

/** What `LoadingState` shows: the form or the figures are on their way. */
const LOADING = '[role="status"][aria-busy]';

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent ?? '';

const framesOf = (element: Element): Element[] => {
  const frame = element.closest(FRAMES);
  return frame === null ? [] : [frame, ...framesOf(frame.parentElement ?? document.body)];
};

const isDialog = (element: Element): boolean => element.getAttribute('role') === 'dialog';

/** Of tabs that were left the empty panel stays, hidden. */
const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/** The focus is on nothing: what had it left the page. */
const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** What had the focus before this came, and the part of the page it was in. */
export type Pressed = { readonly element: Element; readonly frame: Element };

type Last = { readonly element: Element; readonly frames: readonly Element[]; readonly inForm: boolean };

/** It opened what has the focus now. What a dialog asks in between opens nothing. */
const isReplaced = ({ element, frames, inForm }: Last): boolean =>
  !element.isConnected && !inForm && !frames.some(isDialog);

/** In a list's rows are boxes too; that they moved up took no one's place. */
const isPart = (node: Node): node is Element => node instanceof Element && node.closest('table') === null;

function found(parts: readonly Element[], selector: string): HTMLElement | undefined {
  for (const part of parts) {
    const inside = part.matches(selector) ? part : part.querySelector(selector);
    if (inside instanceof HTMLElement) return inside;
  }
  return undefined;
}

function focusOn(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus();
}

/**
 * Safari gives no focus to a button, link or box that is pressed by a pointer, nor does Firefox on a Mac: it goes to nothing, or to what they are in. Then
 * nobody would know what opened a dialog, and Escape would not reach a menu's button.
 */
function focusPressed({ target, detail }: MouseEvent): void {
  const pressed =
    target instanceof Element ? target.closest('a[href], button, input, select, summary') : null;
  // The keyboard's clicks come from what has the focus; a field of a form keeps it while a button is pressed.
  if (detail === 0 || pressed === null || document.activeElement === pressed) return;
  if (document.activeElement?.contains(pressed) ?? true)
    (pressed as HTMLElement).focus({ preventScroll: true });
}

/**
 * Where a pressed control is replaced by what it opened, the focus goes there: to its heading or first field, once that
 * has loaded. Where a form makes way for what it was opened from, it goes back to the button that opened it. What comes
 * after Try Again leaves it in the part of the page that failed. Whoever focuses something themselves is left alone.
 * @param pressed before this came: may have been replaced since
 * @returns what ends it
 */
export function keepFocus(pressed: Pressed | null): () => void {
  let last: Last | null = null;
  let opener: string | null = null;

  const remember = (target: EventTarget | null) => {
    if (!(target instanceof Element) || target === document.body) return;
    const inForm = target.closest('form') !== null;
    if (inForm && last !== null && isReplaced(last)) opener = nameOf(last.element);
    last = { element: target, frames: framesOf(target), inForm };
  };
  const onFocusIn = ({ target }: FocusEvent) => remember(target);
  // A press on nothing takes the focus away on purpose.
  const onPointerDown = () => setTimeout(() => isLost() && last?.element.isConnected === true && forget());
  const forget = () => {
    last = null;
  };

  const follow = (records: readonly MutationRecord[]) => {
    if (last === null || last.element.isConnected || !isLost()) return;
    const frame = last.frames.find(isShown);
    // A dialog that closes gives the focus back itself.
    if (frame === undefined || last.frames.some((each) => !each.isConnected && isDialog(each))) return;
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    const parts = added.filter(isPart).filter((part) => part.isConnected && frame.contains(part));
    const beginning = found(parts, BEGINNINGS);
    if (beginning !== undefined) return focusOn(beginning);
    const buttons = [...frame.querySelectorAll('button:not(:disabled)')];
    const back = last.inForm ? buttons.find((button) => nameOf(button) === opener) : undefined;
    const again = found(parts, '[role="alert"] button') ?? back;
    if (again !== undefined) focusOn(again);
    else if (last.inForm) focusOn(found(parts, 'button:not(:disabled)') ?? frame);
    else if (found(parts, LOADING) === undefined && parts.length > 0) focusOn(frame);
  };

  remember(document.activeElement);
  if (pressed !== null && last === null) {
    const { element, frame } = pressed;
    last = { element, frames: framesOf(frame), inForm: false };
    const beginning = element.isConnected || !isLost() ? undefined : found([frame], BEGINNINGS);
    if (beginning !== undefined) focusOn(beginning);
  }
  const observer = new MutationObserver(follow);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('pointerdown', onPointerDown);
  // Before what it opens asks what has the focus.
  document.addEventListener('click', focusPressed, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('pointerdown', onPointerDown);
    document.removeEventListener('click', focusPressed, true);
  };
}
