import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { refusalOf } from '../lib/faults/api-error.ts';
import { toast } from '../lib/toast-store.ts';
import { type Confirmation, openConfirm } from './confirm.ts';

type ConfirmedAction = {
  readonly run: () => Promise<unknown>;
  /** Toast when it worked; where `run` tells by itself, none. */
  readonly success?: string;
  /** In the dialog when it did not: where the server refused with words of its own, those stand instead. */
  readonly failure: string | ((error: unknown) => string);
  /** What is fetched again afterwards, whether it worked or not: a conflict means that what is shown is no longer true. */
  readonly refresh: readonly QueryKey[] | (() => Promise<unknown>);
};

/** One thing asked for and done: `await ask({ title, confirmLabel }, { run, success, failure, refresh })`. @returns whether it worked. */
export function useConfirmedAction(): (
  confirmation: Confirmation,
  action: ConfirmedAction,
) => Promise<boolean> {
  const queryClient = useQueryClient();
  return useCallback(
    async (confirmation, { run, success, failure, refresh }) => {
      const fresh = () =>
        typeof refresh === 'function'
          ? refresh()
          : Promise.all(refresh.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      const done = await openConfirm(confirmation, {
        run: async () => {
          try {
            await run();
          } catch (error) {
            // In the background: the dialog says at once what went wrong.
            void fresh();
            throw error;
          }
        },
        failure: (error) => (typeof failure === 'string' ? refusalOf(error, failure) : failure(error)),
      });
      if (!done) return false;
      if (success !== undefined) toast.success(success);
      await fresh();
      return true;
    },
    [queryClient],
  );
}
