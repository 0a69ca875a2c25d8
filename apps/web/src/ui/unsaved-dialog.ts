import { useBlocker } from '@tanstack/react-router';
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
import { useTexts } from '../i18n/texts.ts';
import { askToLeave } from './form/ask-to-leave.ts';
import { leavingTexts } from './form/leaving-texts.ts';
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

/**
 * The dialog's side: `close` asks where there is something to lose, and closes. Leaving the page takes the dialog along, by
 * Back or by closing the tab, and asks as well; `held` is what can be seen only now, which also goes with a tab of the page.
 */
export function useAskBeforeClosing(onClose: () => void, opened: boolean, held: boolean) {
  const t = useTexts(leavingTexts);
  const unsaved: Unsaved = useRef(() => false);
  const [asking, setAsking] = useState(false);
  /** Ends with the answer: `asking` lasts until the page is drawn anew, and a press meanwhile would be lost. */
  const unanswered = useRef(false);
  const ask = async (question: () => Promise<boolean>) => {
    unanswered.current = true;
    setAsking(true);
    const sure = await question();
    unanswered.current = false;
    // The Escape that said no is still on its way to the dialog below.
    setTimeout(() => setAsking(false));
    return sure;
  };
  const close = async () => {
    if (unanswered.current) return;
    if (!unsaved.current() || (await ask(() => askToLeave(t)))) onClose();
  };
  useBlocker({
    disabled: !opened,
    enableBeforeUnload: () => held || unsaved.current(),
    shouldBlockFn: async ({ current, next }) => {
      const samePage = current.pathname === next.pathname;
      if (held) {
        if (samePage && JSON.stringify(current.search) === JSON.stringify(next.search)) return false;
        return !(await ask(() => askToLeave(t, 'once')));
      }
      return !samePage && unsaved.current() && !(await ask(() => askToLeave(t)));
    },
  });
  return { unsaved, asking, close };
}
