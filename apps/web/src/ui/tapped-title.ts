import classes from './floating.module.css';

/** What does something when it is pressed is not there to be read. */
const PRESSABLE =
  'a[href], button, input, select, textarea, label, summary, [role="button"], [role="menuitem"], [role="option"]';
/** A finger that goes further than that does not tap. */
const TAP_PX = 10;
const EDGE_PX = 8;
const GAP_PX = 4;

/** The words that a mouse would bring up where a finger tapped. */
function titledAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element) || target.closest(PRESSABLE) !== null) return null;
  const titled = target.closest('[title]');
  return titled instanceof HTMLElement && titled.title !== '' ? titled : null;
}

/** Below what was tapped, above it where there is no room, and inside the window. */
function place(tip: HTMLElement, over: DOMRect): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth, offsetHeight } = tip;
  const below = over.bottom + GAP_PX;
  const fits = below + offsetHeight + EDGE_PX <= clientHeight;
  const left = over.left + (over.width - offsetWidth) / 2;
  tip.style.top = `${fits ? below : Math.max(EDGE_PX, over.top - GAP_PX - offsetHeight)}px`;
  tip.style.left = `${Math.max(EDGE_PX, Math.min(left, clientWidth - EDGE_PX - offsetWidth))}px`;
}

/**
 * Whole figures, times of day and names that are cut are one hover away, and a finger can't hover: a tap shows them, until the
 * next touch, key or scroll. Readers of the screen are told them as ever.
 * @returns what ends it
 */
export function showTappedTitles(): () => void {
  let tip: HTMLElement | null = null;
  let began: { readonly x: number; readonly y: number } | null = null;
  const hide = () => {
    tip?.remove();
    tip = null;
  };
  const show = (titled: HTMLElement) => {
    tip = document.createElement('div');
    tip.popover = 'manual';
    tip.ariaHidden = 'true';
    tip.className = `pad-10-12 rounded paper text-13 breaks no-margin ink floats lines-kept ${classes.tip}`;
    tip.textContent = titled.title;
    document.body.append(tip);
    // In the top layer: what was tapped may be in a dialog.
    tip.showPopover();
    place(tip, titled.getBoundingClientRect());
  };
  const onPointerDown = ({ pointerType, clientX, clientY }: PointerEvent) => {
    hide();
    began = pointerType === 'touch' ? { x: clientX, y: clientY } : null;
  };
  // Not `click`: some browsers have none for what can't be pressed.
  const onPointerUp = ({ target, clientX, clientY }: PointerEvent) => {
    const titled = titledAt(target);
    if (titled === null || began === null) return;
    if (Math.hypot(clientX - began.x, clientY - began.y) <= TAP_PX) show(titled);
  };
  const ended = new AbortController();
  const { signal } = ended;
  document.addEventListener('pointerdown', onPointerDown, { signal });
  document.addEventListener('pointerup', onPointerUp, { signal });
  document.addEventListener('keydown', hide, { signal });
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true });
  window.addEventListener('popstate', hide, { signal });
  return () => {
    ended.abort();
    hide();
  };
}
