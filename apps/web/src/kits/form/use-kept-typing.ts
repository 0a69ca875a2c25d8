import type { UseFormReturnType } from '@mantine/form';
import { type RefObject, useEffect, useRef } from 'react';
import { translator } from '../../i18n/texts.ts';
import { type Session, sessionStore } from '../../lib/session/session-store.ts';
import { toast } from '../../lib/toast-store.ts';
import { conflictTexts } from '../../ui/form/conflict-texts.ts';
import { placeOf, type TypedForm, TypingKeeper, typedOf } from './typing-keeper.ts';

const keeper = new TypingKeeper();
/** The forms that are open. */
const openForms = new Set<() => TypedForm | null>();

/** Who, and for which account. */
const whoseOf = ({ user }: Session) => (user === null ? null : `${user.id} for ${user.accountId}`);

function onSession(before: Session, now: Session): void {
  const was = whoseOf(before);
  const is = whoseOf(now);
  if (now.left === true) keeper.forget();
  else if (is === null && was !== null) {
    const forms = [...openForms].map((read) => read()).filter((form) => form !== null);
    keeper.keep(was, forms, Date.now());
  } else if (is !== null && is !== was) {
    const titles = new Set(keeper.of(is, Date.now()).map(({ title }) => title));
    if (titles.size > 0) toast.info(translator(conflictTexts)('kept', { titles: [...titles].join(', ') }));
  }
}

let latest = sessionStore.get();
sessionStore.subscribe(() => {
  const before = latest;
  latest = sessionStore.get();
  onSession(before, latest);
});

/** As the form is called on the page. */
function titleOf(element: HTMLFormElement): string {
  const part = element.closest('[role="dialog"], section, main');
  return part?.querySelector('h1, h2, h3')?.textContent ?? '';
}

/**
 * What is typed when the session ends stands in the form again once the same person has signed in again on this page, for
 * the same account (docs/adr/0133-what-is-typed-when-a-session-ends.md).
 * @param begins what the form begins with
 */
export function useKeptTyping<Values extends Record<string, unknown>>(
  element: RefObject<HTMLFormElement | null>,
  form: Pick<UseFormReturnType<Values>, 'getValues' | 'isDirty' | 'setValues'>,
  begins: Values,
): void {
  const looked = useRef(false);
  useEffect(() => {
    const read = (): TypedForm | null => {
      const typed = typedOf(begins, form.getValues(), (field) => form.isDirty(field));
      if (element.current === null || typed === null) return null;
      const title = titleOf(element.current);
      return { title, place: placeOf(window.location.pathname, title, begins), typed };
    };
    openForms.add(read);
    return () => void openForms.delete(read);
  });
  useEffect(() => {
    const whose = whoseOf(sessionStore.get());
    if (looked.current || element.current === null || whose === null) return;
    looked.current = true;
    const place = placeOf(window.location.pathname, titleOf(element.current), begins);
    const typed = keeper.take(whose, place, Date.now());
    if (typed !== null) form.setValues(typed as Partial<Values>);
  });
}
