import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plain } from '../../ui/testing/plain-answer.ts';
import { shown } from '../../ui/testing/shown.tsx';
import { Figures } from './refund-dialog.tsx';

const preview = plain(api.corrections.preview, { amount: 10, publishers: 7, network: 3 });
const said = (given: Partial<typeof preview>) => shown(<Figures preview={{ ...preview, ...given }} />).words;

it('what goes back is said with whose it was, and that nothing does', () => {
  expect(said({})).toMatch(/\$10\.00.*\$7\.00.*\$3\.00/);
  expect(said({ amount: 0 })).not.toContain('$7.00');
  expect(said({ amount: 0 })).not.toBe('');
});

it('what nobody covers, what went back before and a second operator are named where there is any', () => {
  const plainly = said({}).length;
  expect(said({ uncovered: 0.01 })).toContain('$0.01');
  expect(said({ refunded: 4 })).toContain('$4.00');
  expect(said({ needsSecond: true }).length).toBeGreaterThan(plainly);
});
