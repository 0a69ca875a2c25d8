import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { failureText, isVersionConflict } from './failure-text.ts';

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
});
