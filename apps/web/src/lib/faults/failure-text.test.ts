import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { endsIntent, failureText, isRefusal, isVersionConflict, wentThrough } from './failure-text.ts';

const refusal = (status: number, message: string, code = 'conflict_status') =>
  new ApiError({ status, code, message });

it('adds what the server said to the sentence of the screen', () => {
  expect(failureText('Failed to pause campaign', refusal(409, 'It is rejected.'))).toBe(
    'Failed to pause campaign. It is rejected.',
  );
  expect(failureText('Failed. Please try again.', refusal(409, 'No.'))).toBe('Failed. Please try again. No.');
});

it('says nothing twice and nothing of faults that are not the reader’s', () => {
  expect(failureText('Creative not found', refusal(404, 'Creative not found'))).toBe('Creative not found');
  expect(failureText('Failed', refusal(500, 'Internal server error'))).toBe('Failed');
  expect(failureText('Failed', refusal(0, ''))).toBe('Failed');
  expect(failureText('Failed', new Error('boom'))).toBe('Failed');
});

it('knows a version conflict by its code', () => {
  expect(isVersionConflict(refusal(409, '', 'conflict_version'))).toBe(true);
  expect(isVersionConflict(refusal(409, ''))).toBe(false);
  expect(isVersionConflict(Object.assign(new Error('of another kind'), { code: 'conflict_version' }))).toBe(
    false,
  );
});

it('knows by its code that what was sent before went through, and a refusal by its status', () => {
  expect(wentThrough(refusal(409, '', 'conflict_idempotency'))).toBe(true);
  expect(wentThrough(refusal(409, ''))).toBe(false);
  expect(wentThrough(Object.assign(new Error('of another kind'), { code: 'conflict_idempotency' }))).toBe(
    false,
  );
  expect([0, 399, 400, 499, 500].map((status) => isRefusal(refusal(status, '')))).toEqual([
    ...[false, false, true, true, false],
  ]);
  expect(isRefusal({ status: 404 })).toBe(false);
});

it('an intent ends where the server knew the call and said no, not where it was refused before or lost', () => {
  for (const status of [404, 409, 422]) expect(endsIntent(refusal(status, '')), String(status)).toBe(true);
  for (const status of [0, 401, 403, 408, 429, 500, 503]) {
    expect(endsIntent(refusal(status, '')), String(status)).toBe(false);
  }
  expect(endsIntent(refusal(422, '', 'invalid_input'))).toBe(false);
  expect(endsIntent(new Error('boom'))).toBe(false);
});
