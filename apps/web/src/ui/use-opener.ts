import { type KeyboardEvent, type RefObject, useDeferredValue, useId, useRef, useState } from 'react';

export type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
  onFocus: () => void;
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
};

export type Align = 'start' | 'end';

/** What a panel is told of the button that opened it. */
export type OpenedPanel = {
  readonly id: string;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  /** The focus is on the button then, before anything that was chosen in the panel takes it. */
  readonly close: () => void;
};

/** A button that opens a panel. The panel's code is fetched by `load` when the button is about to be pressed. */
export function useOpener(load: () => Promise<unknown>): {
  trigger: TriggerProps;
  panel: OpenedPanel | null;
} {
  const [open, setOpen] = useState(false);
  // The button answers at once; the panel, whose making takes a slow machine a tenth of a second, comes with the frame after that.
  const drawn = useDeferredValue(open);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    anchor.current?.focus();
  };
  const fetched = useRef(false);
  // Until the panel is there, and has the focus, keys come to the button: what opens after Escape, or after Tab led away, is
  // wanted by nobody.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'Tab' && !(fetched.current && drawn)) setOpen(false);
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  // The press asks again, and says then what is wrong.
  const preload = () => {
    if (fetched.current) return;
    load().then(
      () => {
        fetched.current = true;
      },
      () => undefined,
    );
  };
  return {
    trigger: {
      ref: anchor,
      onClick: () => (open ? close() : setOpen(true)),
      onKeyDown,
      onPointerEnter: preload,
      onFocus: preload,
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
    },
    panel: open && drawn ? { id, anchor, close } : null,
  };
}
