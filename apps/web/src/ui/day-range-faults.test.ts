import { expect, it } from 'vitest';
import { faultOf, lackOf } from './day-range-faults.ts';

const TODAY = '2026-03-15';
const none = new Set<'from' | 'to'>();
const fault = (from: string, to: string, today: string | null = TODAY) => faultOf({ from, to }, none, today);

it('days that are in order are taken, also one alone and none', () => {
  for (const [from, to] of [
    ['2026-03-01', '2026-03-01'],
    ['', ''],
    ['2026-03-01', ''],
    ['', '2026-03-01'],
  ] as const) {
    expect(fault(from, to), `${from} ${to}`).toBeNull();
    expect(fault(from, to, null), `${from} ${to}`).toBeNull();
  }
});

it('an end before its start is told at the end, for lists and reports', () => {
  for (const today of [TODAY, null]) {
    expect(fault('2026-03-02', '2026-03-01', today)).toEqual({ side: 'to', issue: 'end_date_before_start' });
  }
});

it('what is no day is told where it stands, the first one first', () => {
  expect(faultOf({ from: '', to: '' }, new Set(['to']), null)).toEqual({ side: 'to', issue: 'date_invalid' });
  expect(fault('0026-03-01', '0026-03-01')?.side).toBe('from');
});

it('a report that is open at its end goes on until today, and has its bound at the first day', () => {
  expect(fault('2000-01-01', '')?.side).toBe('from');
  expect(fault('2000-01-01', '', null)).toBeNull();
});

it('a report lacks a day of which it has none, where it may not be open', () => {
  expect(lackOf({ from: '2026-03-01', to: '' }, false)).toEqual({ side: 'to', issue: 'date_invalid' });
  expect(lackOf({ from: '', to: '' }, false)?.side).toBe('from');
  expect(lackOf({ from: '', to: '' }, true)).toBeNull();
  expect(lackOf({ from: '2026-03-01', to: '2026-03-01' }, false)).toBeNull();
});
