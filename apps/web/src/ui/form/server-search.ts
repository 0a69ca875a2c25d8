import { useEffect, useState } from 'react';

/** As tables wait for whoever types. */
const DEBOUNCE_MS = 300;
/** The contract takes no more. */
const MOST = 200;

/** What is typed into a choice that the server searches, and what it was asked for last. */
export function useServerSearch(): {
  readonly search: string;
  readonly typing: (text: string) => void;
} {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const wanted = typed.trim().slice(0, MOST);
    // An empty box shows everything at once: nobody waits for what was there before.
    if (wanted === '') {
      setSearch('');
      return;
    }
    const timer = setTimeout(() => setSearch(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { search, typing: setTyped };
}
