const GAP_PX = 4;
const EDGE_PX = 8;

/** Puts a top-layer panel under its button, or above where there is more room, and never outside the window. */
export function placeBelow(panel: HTMLElement, anchor: HTMLElement, align: 'start' | 'end'): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, scrollHeight: height } = panel;
  const below = window.innerHeight - at.bottom - GAP_PX - EDGE_PX;
  const above = at.top - GAP_PX - EDGE_PX;
  const top =
    height <= below || below >= above ? at.bottom + GAP_PX : Math.max(EDGE_PX, at.top - GAP_PX - height);
  const wanted = align === 'start' ? at.left : at.right - width;
  const left = Math.max(EDGE_PX, Math.min(wanted, document.documentElement.clientWidth - width - EDGE_PX));
  panel.style.top = `${top}px`;
  // A long one scrolls inside itself.
  panel.style.maxHeight = `${Math.max(below, above)}px`;
  panel.style.left = `${left}px`;
}
