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

/** Of a dialog's form: nothing to lose, something typed, or on its way. */
type Standing = 'free' | 'unsaved' | 'busy';
type Told = RefObject<() => Standing>;

/** Where the form of a dialog leaves word whether closing it would lose something. */
export const UnsavedContext = createContext<Told | null>(null);

/** The form's side. */
export function useTellsUnsaved({ busy, values, isDirty }: DialogForm): void {
  const unsaved = use(UnsavedContext);
  useEffect(() => {
    if (unsaved === null) return;
    const changed = Object.keys(values).filter((field) => isDirty(field));
    unsaved.current = () => {
      if (busy) return 'busy';
      return worthAsking(changed.map((field) => values[field])) ? 'unsaved' : 'free';
    };
    return () => {
      unsaved.current = () => 'free';
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
  const told: Told = useRef(() => 'free');
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
    // What is on its way can't be called back, and what was typed is still wanted if it fails. Cancel leaves all the same.
    if (unanswered.current || told.current() === 'busy') return;
    if (told.current() === 'free' || (await ask(() => askToLeave(t)))) onClose();
  };
  useBlocker({
    disabled: !opened,
    enableBeforeUnload: () => held || told.current() === 'unsaved',
    shouldBlockFn: async ({ current, next }) => {
      const samePage = current.pathname === next.pathname;
      if (held) {
        if (samePage && JSON.stringify(current.search) === JSON.stringify(next.search)) return false;
        return !(await ask(() => askToLeave(t, 'once')));
      }
      return !samePage && told.current() === 'unsaved' && !(await ask(() => askToLeave(t)));
    },
  });
  return { told, asking, close };
}
