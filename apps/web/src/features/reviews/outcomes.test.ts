import { expect, it, vi } from 'vitest';
import { Outcomes } from './outcomes.ts';

it('tells what came of all that was under way at the same time, once and together', () => {
  const tell = vi.fn();
  const outcomes = new Outcomes(tell);
  const one = outcomes.begin('one');
  const two = outcomes.begin('two');
  two('changed');
  const three = outcomes.begin('three');
  one(null);
  expect(tell).not.toHaveBeenCalled();
  three(null);
  expect(tell.mock.calls).toEqual([[['one', 'three'], [{ name: 'two', message: 'changed' }]]]);
  outcomes.begin('later')(null);
  expect(tell.mock.calls[1]).toEqual([['later'], []]);
});
