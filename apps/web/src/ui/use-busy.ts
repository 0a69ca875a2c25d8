import { useCallback, useRef, useState } from 'react';
import { dismissFailures } from '../lib/toast-store.ts';

/**
 * Guards a press: `const [busy, run] = useBusy(); run(async () => …)`. A second press while the first works is dropped,
 * also within the same frame, before React has shown the first.
 */
export function useBusy(): [boolean, (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const run = useCallback(async (work: () => Promise<void>) => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    dismissFailures();
    try {
      await work();
    } finally {
      working.current = false;
      setBusy(false);
    }
  }, []);
  return [busy, run];
}
