import type { Notice } from '@placard/contract/notices';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { answeredPages, shown } from '../../ui/testing/shown.tsx';
import NoticeList from './notice-list.tsx';

const head = { createdAt: '2026-03-01T12:00:00Z', readAt: null };

it('a notification leads to its page with what is looked for there, or to its part', () => {
  const items: Notice[] = [
    { ...head, id: 2, kind: 'sign_in.new', data: { device: null } },
    {
      ...{ ...head, id: 1, kind: 'deposit.dispute_close' },
      data: {
        ...{ amount: 5, currency: 'USD', reference: 'PL-7', advertiser: 'Acme' },
        ...{ outcome: 'won', erased: false },
      },
    },
  ];
  const { markup } = shown(<NoticeList close={() => undefined} />, [
    answeredPages(api.notices.list, { limit: 15 }, { items }),
  ]);
  expect([...markup.matchAll(/href="([^"]*)"/g)].map(([, to]) => to).slice(0, 2)).toEqual([
    '/account#sessions',
    '/operator/deposits?search=PL-7',
  ]);
});
