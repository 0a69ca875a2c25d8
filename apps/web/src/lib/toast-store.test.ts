import { beforeEach, expect, it } from 'vitest';
import { dismissFailures, TOAST_LIMIT, toast, toastStore } from './toast-store.ts';

const shown = () => toastStore.get().map(({ text }) => text);
beforeEach(() => toastStore.set([]));

it('shows three at most, the newest', () => {
  for (const text of ['a', 'b', 'c', 'd']) toast.info(text);
  expect(shown()).toEqual(['b', 'c', 'd']);
  expect(TOAST_LIMIT).toBe(3);
});

it('says the same once, as the newest, and is heard again', () => {
  toast.failure('Failed to save');
  toast.info('Failed to save');
  const [first] = toastStore.get();
  toast.failure('Failed to save');
  expect(toastStore.get().map(({ tone, text }) => [tone, text])).toEqual([
    ['info', 'Failed to save'],
    ['failure', 'Failed to save'],
  ]);
  // Another element: readers of the screen are told, and its four seconds begin anew.
  expect(toastStore.get().at(-1)?.id).not.toBe(first?.id);
});

it('takes failures away with what mends them, and nothing else', () => {
  toast.info('Checked');
  toast.failure('Failed to save');
  dismissFailures();
  expect(shown()).toEqual(['Checked']);
  toast.failure('Failed to save');
  toast.success('Saved');
  expect(shown()).toEqual(['Checked', 'Saved']);
  const before = toastStore.get();
  dismissFailures();
  expect(toastStore.get()).toBe(before);
});
