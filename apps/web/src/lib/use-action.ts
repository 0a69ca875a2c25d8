import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { refusalOf } from './api/api-error.ts';
import { dismissFailures, toast } from './toast-store.ts';

type Action = {
  readonly run: () => Promise<unknown>;
  /** Toast when it worked. */
  readonly success: string;
  /** Toast when it did not: where the server refused with words of its own, those stand instead. */
  readonly failure: string;
  /** What is fetched again, so that list and detail both tell the truth: `[['campaigns']]`, all queries of that group. */
  readonly refresh: readonly (readonly string[])[];
};

/**
 * One thing done on a press: `const [busy, act] = useAction(); act({ run, success, failure, refresh })`.
 * A second press while it works is dropped. @returns whether it worked.
 */
export function useAction(): [boolean, (action: Action) => Promise<boolean>] {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const act = useCallback(
    async ({ run, success, failure, refresh }: Action) => {
      if (working.current) return false;
      working.current = true;
      setBusy(true);
      dismissFailures();
      try {
        await run();
        toast.success(success);
        return true;
      } catch (error) {
        toast.failure(refusalOf(error, failure));
        return false;
      } finally {
        working.current = false;
        setBusy(false);
        // Also after a fault: a conflict means that what is shown is no longer true.
        await Promise.all(refresh.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      }
    },
    [queryClient],
  );
  return [busy, act];
}
