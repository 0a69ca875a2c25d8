import { expect, it } from 'vitest';
import { invoicedMonths } from './spend-refund.ts';

it('days of a month were charged in the months that the network’s clock shows meanwhile', () => {
  const months = (from: string, to: string, account: string, network: string) =>
    invoicedMonths({ from, to }, { account, network });
  expect(months('2026-11-01', '2026-11-30', 'UTC', 'UTC')).toEqual(['2026-11-01']);
  // Tokyo is nine hours ahead, New York five behind.
  expect(months('2026-11-01', '2026-11-30', 'Asia/Tokyo', 'UTC')).toEqual(['2026-11-01', '2026-10-01']);
  expect(months('2026-11-02', '2026-11-30', 'Asia/Tokyo', 'UTC')).toEqual(['2026-11-01']);
  expect(months('2026-11-01', '2026-11-30', 'America/New_York', 'UTC')).toEqual(['2026-11-01', '2026-12-01']);
  expect(months('2026-11-01', '2026-11-29', 'America/New_York', 'UTC')).toEqual(['2026-11-01']);
  // 26 hours: also the second day begins in the month before.
  expect(months('2026-11-02', '2026-11-03', 'Pacific/Kiritimati', 'Etc/GMT+12')).toEqual([
    ...['2026-11-01', '2026-10-01'],
  ]);
});
