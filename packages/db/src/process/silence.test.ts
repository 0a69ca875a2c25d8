import { expect, it } from 'vitest';
import { Silence } from './silence.ts';

const pings = (silence: Silence, count: number) => Array.from({ length: count }, () => silence.pinged());

it('takes a process for frozen after so many pings in a row, and not one before', () => {
  const silence = new Silence(3);
  expect(pings(silence, 4)).toEqual([false, false, false, true]);
});

it('begins anew with each answer', () => {
  const silence = new Silence(3);
  for (let turn = 0; turn < 100; turn += 1) {
    expect(pings(silence, 3)).toEqual([false, false, false]);
    silence.heard();
  }
});
