import type { ReviewItem } from '@placard/contract/reviews';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plainRow } from '../../ui/testing/plain-answer.ts';
import { asksFirst, keyStep, MARKED, markedOf } from './review-keys.ts';
import { seenKeyOf } from './review-value.ts';

const card = (id: number, given: Partial<ReviewItem> = {}) =>
  plainRow(api.operator.reviewQueue, { id, ...given });
const publisher = { id: 1, name: 'Other', email: 'other@example.com' };
const related: ReviewItem['related'] = [
  { id: 1, domain: 'a.example', status: 'active', relation: 'parent', publisher },
];
const objected = { id: 5 } as ReviewItem['appeal'];
const [first, second] = [card(1), card(2)];

const judged = (
  marked: readonly ReviewItem[],
  armed: string | null = null,
  chosen: ReviewItem | undefined = first,
) => {
  const selected = new Set(marked.map(seenKeyOf));
  return { chosen, armed, selected, ...markedOf([first, second, ...marked], selected) };
};

it('R rejects what is marked, and the chosen card where nothing is', () => {
  expect(keyStep('r', judged([]))).toEqual({ does: 'reject', items: [first] });
  expect(keyStep('r', judged([card(3)]))).toMatchObject({ does: 'reject', items: [{ id: 3 }] });
});

it('A approves the chosen card when it is pressed again', () => {
  expect(keyStep('a', judged([]))).toEqual({ does: 'arm', item: first });
  expect(keyStep('a', judged([], seenKeyOf(first)))).toEqual({ does: 'decide', item: first });
  expect(keyStep('a', judged([], seenKeyOf(second)))).toEqual({ does: 'arm', item: first });
});

it('A approves what is marked when it is pressed again, but for what has to be asked for', () => {
  expect(keyStep('a', judged([card(3)]))).toEqual({ does: 'armMarked' });
  expect(keyStep('a', judged([card(3)], MARKED))).toEqual({ does: 'approveMarked' });
  expect(keyStep('a', judged([card(3, { related })]))).toEqual({ does: 'nothing' });
  expect(judged([card(3), card(4, { related })]).alone.map(({ id }) => id)).toEqual([3]);
  expect(asksFirst(first)).toBe(false);
});

it('X marks and unmarks, but nothing that is objected to', () => {
  expect(keyStep('x', judged([]))).toEqual({ does: 'select', item: first, on: true });
  expect(keyStep('x', { ...judged([]), selected: new Set([seenKeyOf(first)]) })).toMatchObject({ on: false });
  expect(keyStep('x', judged([], null, card(6, { appeal: objected })))).toMatchObject({ on: false });
  expect(markedOf([card(6, { appeal: objected })], new Set([seenKeyOf(card(6))])).picked).toEqual([]);
});

it('J, K, U and Escape judge nothing, and nothing is judged where nothing waits', () => {
  const steps = (['j', 'k', 'u', 'escape'] as const).map((key) => keyStep(key, judged([])));
  expect(steps).toEqual([
    { does: 'move', by: 1 },
    { does: 'move', by: -1 },
    { does: 'undo' },
    { does: 'disarm' },
  ]);
  const none = { ...judged([]), chosen: undefined };
  for (const key of ['a', 'r', 'x'] as const) expect(keyStep(key, none)).toEqual({ does: 'nothing' });
});
