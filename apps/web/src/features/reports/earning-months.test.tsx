import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import { EarningMonths } from './earning-months.tsx';

const month = (month: string, closedAt: string | null) => ({ month, earned: 5, closedAt });

const rows = (items: ReturnType<typeof month>[]) =>
  [
    ...shown(<EarningMonths />, [
      answered(api.reports.publisherMonths, undefined, { items }),
    ]).markup.matchAll(/<tr>.*?<\/tr>/gs),
  ].map(([row]) => row);

it('a month is an estimate until it is closed', () => {
  const [, open = '', closed = ''] = rows([month('2026-03', null), month('2026-02', '2026-03-01T00:00:00Z')]);
  expect(open).toContain('Estimated');
  expect(open).not.toContain('Closed');
  expect(closed).toContain('Closed');
  expect(closed).not.toContain('Estimated');
});

it('six months are shown, and that there are more', () => {
  const months = Array.from({ length: 7 }, (_, at) => month(`2026-0${at + 1}`, null));
  expect(rows(months)).toHaveLength(7);
  const said = (items: typeof months) =>
    shown(<EarningMonths />, [answered(api.reports.publisherMonths, undefined, { items })]).words;
  expect(said(months)).toContain('newest 6 months');
  expect(said(months.slice(1))).not.toContain('newest 6 months');
});
