import type { MouseEvent } from 'react';

/**
 * Pressing the submit button must not blur the field first: the fault that the blur shows would move the button from
 * under the pointer, and the press would be lost. The field keeps the focus until the submit decides where it goes.
 */
export function keepFieldFocused(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof Element && event.target.closest('button[type="submit"]') !== null)
    event.preventDefault();
}
