import { useState } from 'react';

/**
 * The state of a box that the address tells: what was pressed is shown at once, where the address, and `checked` with it, changes only
 * when all that goes with it is rendered. For boxes whose press always changes the address.
 */
export function usePressed(checked: boolean): [shown: boolean, press: (checked: boolean) => void] {
  const [state, setState] = useState({ checked, pressed: checked });
  // By the press, or by anything else such as the browser's Back.
  if (state.checked !== checked) setState({ checked, pressed: checked });
  return [state.pressed, (pressed) => setState({ checked, pressed })];
}
