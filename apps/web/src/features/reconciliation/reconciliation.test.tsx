import type { ReconciliationInFull } from '@placard/contract/reconciliation';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plainRow } from '../../ui/testing/plain-answer.ts';
import { answered, answeredPages, shown } from '../../ui/testing/shown.tsx';
import Reconciliation from './reconciliation.tsx';

const AT = '2026-03-01T12:00:00Z';

const screen = (given: Partial<ReconciliationInFull>, at = '/') => {
  const runs = [plainRow(api.reconciliation.list, { id: 4, finishedAt: AT })];
  return shown(
    <Reconciliation />,
    [
      answeredPages(api.reconciliation.list, { limit: 20 }, { items: runs }),
      answered(api.reconciliation.read, { id: 4 }, { finishedAt: AT, ...given }),
    ],
    { at },
  );
};

it('books that agree are told from books that differ, in words and signs', () => {
  const [green, red] = [screen({ isGreen: true }), screen({ isGreen: false, differing: 3 })];
  expect(green.markup).toContain('lucide-circle-check');
  expect(green.markup).not.toContain('lucide-octagon-alert');
  expect(red.markup).toContain('lucide-octagon-alert');
  expect(red.words).toContain('3');
  expect(green.words).not.toBe(red.words);
});

it('a look that has not ended tells nothing of the books', () => {
  const waiting = screen({ finishedAt: null, isGreen: null }).markup;
  expect(waiting).not.toContain('lucide-octagon-alert');
  expect(waiting).not.toContain('lucide-circle-check');
});
