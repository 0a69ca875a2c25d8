import { beforeEach, expect, it } from 'vitest';
import { dismissFailures, TOAST_LIMIT, toast, toastStore } from './toast-store.ts';

const shown = () => toastStore.get().map(({ text }) => text);
beforeEach(() => toastStore.set([]));

it('shows three at most, the newest', () => {
  for (const text of ['a', 'b', 'c', 'd']) toast.info(text);
  expect(shown()).toEqual(['b', 'c', 'd']);
  expect(TOAST_LIMIT).toBe(3);
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
