import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';

/**
 * A button that works: its label says so while it does ("Logging in..."), and it can't be pressed twice.
 * It stays focusable while busy, so the keyboard doesn't lose its place.
 */
export function BusyButton({
  busy,
  busyLabel,
  children,
  onClick,
  type = 'button',
  ...props
}: Omit<ButtonProps, 'loading' | 'children'> & {
  busy: boolean;
  busyLabel: string;
  children: ReactNode;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  type?: 'button' | 'submit';
}) {
  return (
    <Button
      {...props}
      type={type}
      aria-disabled={busy}
      data-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? busyLabel : children}
    </Button>
  );
}
