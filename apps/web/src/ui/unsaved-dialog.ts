import {
  createContext,
  type Dispatch,
  type RefObject,
  type SetStateAction,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { askToLeave } from './form/ask-to-leave.ts';
import { worthAsking } from './worth-asking.ts';

/** What a dialog knows of its form. */
export type DialogForm = {
  readonly busy: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  readonly isDirty: (field: string) => boolean;
};

type Unsaved = RefObject<() => boolean>;

/** Where the form of a dialog leaves word whether closing it would lose something. */
export const UnsavedContext = createContext<Unsaved | null>(null);

/** The form's side. Once it is on its way nothing is lost by closing, as with the forms of pages. */
export function useTellsUnsaved({ busy, values, isDirty }: DialogForm): void {
  const unsaved = use(UnsavedContext);
  useEffect(() => {
    if (unsaved === null) return;
    const changed = Object.keys(values).filter((field) => isDirty(field));
    unsaved.current = () => !busy && worthAsking(changed.map((field) => values[field]));
    return () => {
      unsaved.current = () => false;
    };
  });
}

/** Where the content of a dialog says that only its own buttons may close it. */
export const HoldContext = createContext<Dispatch<SetStateAction<number>> | null>(null);

/** As long as `held`, no Escape, no click beside the dialog and no cross closes it: what it shows would be lost for good. */
export function useHoldsDialog(held: boolean): void {
  const setHolds = use(HoldContext);
  useLayoutEffect(() => {
    if (setHolds === null || !held) return;
    setHolds((before) => before + 1);
    return () => setHolds((before) => before - 1);
  }, [setHolds, held]);
}

/** The dialog's side: `close` asks where there is something to lose, and closes. */
export function useAskBeforeClosing(onClose: () => void) {
  const t = useTexts(uiTexts);
  const unsaved: Unsaved = useRef(() => false);
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    const sure = await askToLeave(t);
    // The Escape that said no is still on its way to the dialog below.
    setTimeout(() => setAsking(false));
    if (sure) onClose();
  };
  const close = () => {
    if (asking) return;
    if (unsaved.current()) void ask();
    else onClose();
  };
  return { unsaved, asking, close };
}
