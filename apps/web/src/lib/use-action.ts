import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { refusalOf } from './faults/api-error.ts';
import { dismissFailures, toast } from './toast-store.ts';

type Action<Result> = {
  readonly run: () => Promise<Result>;
  /** Toast when it worked; a function is told what came of it. */
  readonly success: string | ((result: Result) => string);
  /** Toast when it did not: where the server refused with words of its own, those stand instead. */
  readonly failure: string;
  /** What is fetched again, so that list and detail both tell the truth: `[['campaigns']]`, all queries of that group. */
  readonly refresh: readonly (readonly string[])[];
};

/**
 * One thing done on a press: `const [busy, act] = useAction(); act({ run, success, failure, refresh })`.
 * A second press while it works is dropped. @returns whether it worked.
 */
export function useAction(): [boolean, <Result>(action: Action<Result>) => Promise<boolean>] {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const act = useCallback(
    async <Result>({ run, success, failure, refresh }: Action<Result>) => {
      if (working.current) return false;
      working.current = true;
      setBusy(true);
      dismissFailures();
      try {
        const result = await run();
        toast.success(typeof success === 'string' ? success : success(result));
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
