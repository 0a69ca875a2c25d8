import { onStepUp } from '../../lib/api/request.ts';
import { createStore } from '../../lib/store.ts';

export type OpenStepUp = { readonly answer: (shown: boolean) => void };

export const stepUpStore = createStore<OpenStepUp | null>(null);

let asking: Promise<boolean> | null = null;

/** Asks who is there. Of calls that are refused at once, all wait for the one answer. */
export function askWhoIsThere(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    stepUpStore.set({
      answer: (shown) => {
        asking = null;
        stepUpStore.set(null);
        resolve(shown);
      },
    });
  });
  return asking;
}

onStepUp(askWhoIsThere);
