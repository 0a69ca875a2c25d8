import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import WhyUnpaidDrawer, { type UnpaidQuestion } from './why-unpaid-drawer.tsx';

const days = { from: '2026-03-01', to: '2026-03-07' };
const drawer = (question: UnpaidQuestion, error?: ApiError) =>
  shown(<WhyUnpaidDrawer question={question} onClose={() => {}} />, [
    answered(api.reports.publisherUnpaid, question, error ?? {}),
  ]);

it('it says of what it is: a widget, a website, or all', () => {
  const said = [days, { ...days, websiteId: 3 }, { ...days, websiteId: 3, widgetId: 7 }].map(
    (question) => drawer(question).words,
  );
  expect(said[0]).not.toMatch(/this (widget|website)/);
  expect(said[1]).toMatch(/this website/);
  expect(said[2]).toMatch(/this widget/);
});

it('what is gone is not tried again', () => {
  const fault = (status: number) =>
    drawer(days, new ApiError({ status, code: 'x', message: 'Widget not found' }));
  expect(fault(404).buttons).not.toContain('Try Again');
  expect(fault(500).buttons).toContain('Try Again');
});
