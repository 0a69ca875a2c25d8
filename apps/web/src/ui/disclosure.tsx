import { type ReactNode, type RefCallback, useCallback, useEffect, useId, useRef, useState } from 'react';
import classes from './disclosure.module.css';
import { placeBelow } from './place-below.ts';

export type TriggerProps = {
  ref: RefCallback<HTMLButtonElement>;
  onClick: () => void;
  'aria-expanded': boolean;
  'aria-controls': string;
};

/**
 * A panel that a button opens, on the browser's own popover: top layer, light dismiss and Escape come with it,
 * and none of the 17 KiB that positioning libraries cost. The panel's children are rendered only while it is open.
 */
export function Disclosure({
  trigger,
  children,
  align = 'start',
  onClose,
}: {
  trigger: (props: TriggerProps) => ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: 'start' | 'end';
  onClose?: () => void;
}) {
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement | null>(null);
  const id = useId();

  const close = useCallback(() => {
    panel.current?.hidePopover();
    button.current?.focus();
  }, []);

  useEffect(() => {
    const element = panel.current;
    const anchor = button.current;
    if (!open || element === null || anchor === null) return;
    const place = () => placeBelow(element, anchor, align);
    place();
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, { capture: true });
    };
  }, [open, align]);

  return (
    <>
      {trigger({
        ref: (element) => {
          button.current = element;
        },
        onClick: () => panel.current?.togglePopover(),
        'aria-expanded': open,
        'aria-controls': id,
      })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={classes.panel}
        onToggle={(event) => {
          const nowOpen = event.newState === 'open';
          setOpen(nowOpen);
          if (!nowOpen) onClose?.();
        }}
      >
        {open && (typeof children === 'function' ? children(close) : children)}
      </div>
    </>
  );
}
