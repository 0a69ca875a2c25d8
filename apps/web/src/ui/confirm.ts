import { createStore } from '../lib/store.ts';

export type Confirmation = {
  /** A question that names the thing: "Archive Spring sale?" */
  readonly title: string;
  readonly message?: string;
  /** What follows and can't be undone. */
  readonly consequence?: string;
  /** The verb: "Archive". */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
};

export type OpenConfirmation = Confirmation & { readonly answer: (confirmed: boolean) => void };

export const confirmationStore = createStore<OpenConfirmation | null>(null);

/** `if (await openConfirm({ … })) …`: true only when the verb was pressed. The dialog is loaded when first needed. */
export function openConfirm(confirmation: Confirmation): Promise<boolean> {
  confirmationStore.get()?.answer(false);
  return new Promise((resolve) => {
    confirmationStore.set({
      ...confirmation,
      answer: (confirmed) => {
        confirmationStore.set(null);
        resolve(confirmed);
      },
    });
  });
}
