import { expect, it } from 'vitest';
import { refusalMessage } from './refusal-messages.ts';
import { SAID_VALUES, STATUS_REFUSALS, statusRefusal } from './status-refusals.ts';

it('says how a record stands and what therefore cannot be done', () => {
  const said = ({ reason, values }: ReturnType<typeof statusRefusal>) => refusalMessage(reason, values);
  expect(said(statusRefusal('campaign', 'archived', 'paused'))).toBe(
    'The campaign is archived now, so it cannot be paused.',
  );
  expect(said(statusRefusal('account', 'being changed', 'given a new password'))).toBe(
    'The account is being changed now, so it cannot be given a new password.',
  );
});

it('tells both by codes, for other languages', () => {
  expect(statusRefusal('deposit', 'failed', 'marked as failed')).toEqual({
    reason: 'deposit_cannot_be_marked_as_failed',
    values: { depositStatus: 'failed' },
  });
  for (const [subject, { statuses }] of Object.entries(STATUS_REFUSALS)) {
    expect(SAID_VALUES).toHaveProperty(`${subject}Status`, statuses);
  }
});

it('leaves a hole where what is named is not given, rather than nothing', () => {
  expect(refusalMessage('export_carried_out', { batch: 'PAYOUTS-1' })).toBe(
    '{paymentId} is completed: the bank has carried PAYOUTS-1 out.',
  );
});
