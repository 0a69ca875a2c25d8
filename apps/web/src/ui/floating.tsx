import type { PopoverProps } from '@mantine/core';
import { createContext, type Ref, type RefObject, useImperativeHandle } from 'react';
import classes from './floating.module.css';
import type { Align } from './use-opener.ts';

const GAP_PX = 4;
const EDGE = { padding: 8 };

/** Whether it is rendered inside a panel: what opens there belongs to it, or a press on it would close the panel. */
export const InPanel = createContext(false);

/** What menus and panels have in common: below their button or above it, inside the window, scrolling inside themselves. */
export function floating(align: Align, nested: boolean) {
  return {
    opened: true,
    position: `bottom-${align}`,
    offset: GAP_PX,
    middlewares: { flip: EDGE, shift: EDGE, size: EDGE },
    floatingStrategy: 'fixed',
    // The library finds a button hidden for a moment too (a page locked by the dialog that is just closing), and does not look again:
    // the panel would stay open, keep the focus and never be seen.
    hideDetached: false,
    withinPortal: !nested,
    closeOnEscape: false,
    transitionProps: { duration: 0 },
    clickOutsideEvents: ['mousedown', 'touchstart'],
    classNames: { dropdown: `no-padding rounded paper ink scrolls floats ${classes.panel}` },
  } satisfies Partial<PopoverProps>;
}

/** Stands for a button that is elsewhere: the library's target would have to hold it from before it is loaded. */
export function Anchor({ to, ref }: { to: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => to.current, [to]);
  return null;
}
