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

/** What the verb does, while the dialog is open, and what is said where it did not work. */
export type ConfirmedWork = {
  readonly run: () => Promise<unknown>;
  readonly failure: (error: unknown) => string;
};

export type OpenConfirmation = Confirmation & {
  /** Without it the dialog only asks. */
  readonly work?: ConfirmedWork;
  readonly answer: (confirmed: boolean) => void;
};

export const confirmationStore = createStore<OpenConfirmation | null>(null);

/**
 * `if (await openConfirm({ … })) …`: true only when the verb was pressed and, with `work`, when that is done. Where it
 * fails the dialog stays with the reason: pressing again tries again. The dialog is loaded when first needed.
 */
export function openConfirm(confirmation: Confirmation, work?: ConfirmedWork): Promise<boolean> {
  confirmationStore.get()?.answer(false);
  return new Promise((resolve) => {
    const open: OpenConfirmation = {
      ...confirmation,
      ...(work === undefined ? {} : { work }),
      answer: (confirmed) => {
        // Another question may be open by now: only the own one is closed.
        if (confirmationStore.get() === open) confirmationStore.set(null);
        resolve(confirmed);
      },
    };
    confirmationStore.set(open);
  });
}
