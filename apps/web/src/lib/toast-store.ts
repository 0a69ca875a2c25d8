import { createStore } from './store.ts';

export type ToastTone = 'success' | 'failure' | 'info';
export type Toast = { readonly id: number; readonly tone: ToastTone; readonly text: string };

export const TOAST_LIFETIME_MS = 4_000;
export const TOAST_LIMIT = 3;

export const toastStore = createStore<readonly Toast[]>([]);
let nextId = 1;

/** A fourth toast pushes the oldest out: at most three show at once, and none of them says the same as another. */
export function withToast(shown: readonly Toast[], toast: Toast): readonly Toast[] {
  const others = shown.filter(({ tone, text }) => tone !== toast.tone || text !== toast.text);
  return [...others, toast].slice(-TOAST_LIMIT);
}

function show(tone: ToastTone, text: string): void {
  toastStore.set(withToast(toastStore.get(), { id: nextId++, tone, text }));
}

export function dismissToast(id: number): void {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id));
}

/** What failed is being tried again, was corrected, or worked: what is said about it is no longer so. */
export function dismissFailures(): void {
  const shown = toastStore.get();
  if (shown.some(({ tone }) => tone === 'failure'))
    toastStore.set(shown.filter(({ tone }) => tone !== 'failure'));
}

/** `toast.success(t('updated'))`. Shown top-right for 4 s and read out by screen readers. */
export const toast = {
  success: (text: string) => {
    dismissFailures();
    show('success', text);
  },
  failure: (text: string) => show('failure', text),
  info: (text: string) => show('info', text),
};
