import { type RefObject, useEffect, useRef, useState } from 'react';

/** From here on the navigation stands beside the page, see app-shell.module.css. */
const BESIDE = '(min-width: 861px)';

/**
 * The navigation as a drawer: on phones, and in windows that are zoomed as far. While it is open it has the focus, and what it
 * covers can't be reached. A page that is chosen in it takes the focus, as a page load would; else the button that opened it has it again.
 * @param path of the page that is shown
 * @param shownFirst of the page that was shown before this began: another one takes the focus
 */
export function useDrawer(path: string, shownFirst: string) {
  const [isOpen, setOpen] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const main = useRef<HTMLElement>(null);
  /** Where the focus goes once it has closed. */
  const leadsTo = useRef<RefObject<HTMLElement | null>>(button);
  const shownPath = useRef(shownFirst);

  const close = (to: RefObject<HTMLElement | null> = button) => {
    leadsTo.current = to;
    setOpen(false);
  };

  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    leadsTo.current = main;
    setOpen(false);
    main.current?.focus({ preventScroll: true });
  }, [path]);

  useEffect(() => {
    if (!isOpen) return;
    const links = nav.current?.querySelectorAll<HTMLElement>('li a') ?? [];
    const first = [...links].find((link) => link.ariaCurrent === 'page') ?? links[0];
    first?.focus();
    const ended = new AbortController();
    const { signal } = ended;
    const leave = () => {
      leadsTo.current = button;
      setOpen(false);
    };
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), { signal });
    window.matchMedia(BESIDE).addEventListener('change', leave, { signal });
    return () => {
      ended.abort();
      leadsTo.current.current?.focus({ preventScroll: true });
    };
  }, [isOpen]);

  return {
    isOpen,
    open: () => {
      leadsTo.current = button;
      setOpen(true);
    },
    close,
    nav,
    button,
    main,
  };
}
