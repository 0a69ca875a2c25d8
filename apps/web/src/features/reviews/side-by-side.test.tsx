import type { ReviewItem } from '@placard/contract/reviews';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plainRow } from '../../ui/testing/plain-answer.ts';
import { shown } from '../../ui/testing/shown.tsx';
import type { Said } from './review-value.ts';
import { SideBySide } from './side-by-side.tsx';

const field = (key: string, before: string | null) => ({
  ...{ key, field: key, value: `new ${key}`, said: null },
  ...{ before, saidBefore: null },
});
const asIs = { name: (key: string) => key, value: ({ value }: Said) => value };
const beside = (...fields: ReviewItem['fields']) =>
  shown(<SideBySide item={plainRow(api.operator.reviewQueue, { fields })} shown={asIs} />);

it('what changed stands beside what was approved, what stayed is counted', () => {
  const both = beside(field('title', 'old title'), field('text', null));
  expect(both.words).toMatch(/old title.*new title/);
  expect(both.words).not.toContain('new text');
  expect(both.buttons).toEqual(['Show 1 field that stayed']);
  expect(both.words).not.toContain('Nothing of what is judged');
});

it('nothing is unfolded where all changed, and that nothing changed is said', () => {
  expect(beside(field('title', 'old title')).buttons).toEqual([]);
  expect(beside(field('title', null)).words).toContain('Nothing of what is judged has changed');
});
