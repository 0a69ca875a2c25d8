import { expect, it } from 'vitest';
import { bulkHindrancesOf, exportChoicesOf, hindrancesOf } from './payout-choices.ts';

it('leaves one’s own payout, and the second approval of one’s own, to somebody else', () => {
  const payout = { isYours: false, approvedByYou: false, approvals: [], approvalsNeeded: 2 };
  expect(hindrancesOf(payout)).toEqual({ process: null, others: null });
  expect(hindrancesOf({ ...payout, isYours: true })).toEqual({ process: 'ownPayout', others: 'ownPayout' });
  const approved = { ...payout, approvedByYou: true, approvals: ['you'] };
  expect(hindrancesOf(approved)).toEqual({ process: 'approvedByYou', others: null });
  expect(hindrancesOf({ ...approved, approvals: ['you', 'other'] }).process).toBe(null);
});

it('does with several what can be done with each', () => {
  const row = (status: 'pending' | 'processing' | 'completed', isYours = false) => ({ status, isYours });
  const none = { process: null, export: null, complete: null };
  const waiting = [row('pending'), row('pending')];
  const processing = [row('processing'), row('processing')];
  expect(bulkHindrancesOf(waiting)).toEqual({ ...none, export: 'exportOnly', complete: 'exportOnly' });
  expect(bulkHindrancesOf(processing)).toEqual({ ...none, process: 'selectPending' });
  expect(bulkHindrancesOf([row('pending'), row('processing')])).toEqual({
    process: 'selectPending',
    ...{ export: 'exportOnly', complete: 'exportOnly' },
  });
  expect(bulkHindrancesOf([...waiting, row('pending', true)]).process).toBe('ownPayout');
  // A file for the bank decides nothing.
  expect(bulkHindrancesOf([...processing, row('processing', true)])).toEqual({
    ...{ process: 'selectPending', export: null, complete: 'ownPayout' },
  });
});

it('gives a file for the bank once more while all of it waits, and takes it back while nothing was paid', () => {
  const batch = { discarded: null, processing: 2, completed: 0, count: 2 };
  expect(exportChoicesOf(batch)).toEqual({ again: true, discard: true });
  expect(exportChoicesOf({ ...batch, processing: 1 })).toEqual({ again: false, discard: true });
  expect(exportChoicesOf({ ...batch, processing: 1, completed: 1 })).toEqual({
    again: false,
    discard: false,
  });
  const discarded = { at: '2026-03-01T00:00:00Z', by: 'Ada', reason: 'never arrived' };
  expect(exportChoicesOf({ ...batch, discarded })).toBe(null);
});
