import { expect, it } from 'vitest';
import { refundRemarks } from './refund-words.ts';

const refund = { origin: 'operator', reason: 'Paid twice', failure: null } as const;

it('says why money went back, of a dispute in our words', () => {
  expect(refundRemarks(refund)).toEqual(['Paid twice']);
  expect(refundRemarks({ ...refund, origin: 'gateway', reason: '' })).toEqual([]);
  expect(refundRemarks({ ...refund, origin: 'dispute', reason: 'product_not_received' })).toEqual([
    'Nothing was received for it',
  ]);
  expect(refundRemarks({ ...refund, origin: 'dispute', reason: 'one of next year' })).toEqual([
    'Without a reason of its own',
  ]);
  expect(refundRemarks({ ...refund, reason: 'fraudulent' })).toEqual(['fraudulent']);
});

it('says why it came back, in the gateway’s words where it has no code of ours', () => {
  expect(refundRemarks({ ...refund, failure: 'lost_or_stolen_card' })).toEqual([
    ...['Paid twice', 'The card was reported lost or stolen.'],
  ]);
  expect(refundRemarks({ ...refund, reason: '', failure: 'No such charge.' })).toEqual(['No such charge.']);
});
