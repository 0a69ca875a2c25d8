import { expect, it } from 'vitest';
import { DISPUTE_STAGES, disputeReason, disputeTask } from './dispute.ts';

it('is to be answered until its day, not from it on', () => {
  for (const stage of ['inquiry', 'answer_due'] as const) {
    expect(disputeTask(stage, 1_000, 999)).toBe('answer');
    expect(disputeTask(stage, 1_000, 1_000)).toBe('late');
    expect(disputeTask(stage, null, 1_000)).toBe('answer');
  }
});

it('asks for nothing once the bank has it, or it is over', () => {
  const others = DISPUTE_STAGES.filter((stage) => stage !== 'inquiry' && stage !== 'answer_due');
  expect(Object.fromEntries(others.map((stage) => [stage, disputeTask(stage, 1, 2)]))).toEqual({
    ...{ inquiry_review: 'wait', under_review: 'wait' },
    ...{ inquiry_closed: 'nothing', won: 'nothing', lost: 'nothing', prevented: 'nothing' },
  });
});

it('takes reasons it does not know for general', () => {
  expect([disputeReason('fraudulent'), disputeReason('noncompliant')]).toEqual(['fraudulent', 'general']);
});
