import { expect, it } from 'vitest';
import { isUnsaved } from './use-unsaved-changes-guard.ts';

const form = (dirty: boolean, sending = false) => ({ isDirty: () => dirty, sending });

it('what was typed is asked for until it is on its way, or saved', () => {
  expect(isUnsaved(form(true))).toBe(true);
  expect(isUnsaved(form(false))).toBe(false);
  expect(isUnsaved(form(true, true))).toBe(false);
  expect(isUnsaved(form(true), true)).toBe(false);
});
