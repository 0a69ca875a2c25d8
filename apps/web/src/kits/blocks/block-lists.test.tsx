import type { BlockEntry } from '@placard/contract/publisher-ads';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import { plainRow } from '../../ui/testing/plain-answer.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import { BlockLists } from './block-lists.tsx';

const entry = (kind: BlockEntry['kind'], value: string, widgetId: number | null = null): BlockEntry => ({
  ...plainRow(api.publisherAds.blocks),
  ...{ kind, value, widgetId },
});
const all = [
  entry('advertiser_domain', 'rival.example'),
  entry('category', 'alcohol'),
  entry('advertiser_domain', 'own.example', 9),
];

const lists = (items: BlockEntry[] | Error, widgetId?: number) =>
  shown(<BlockLists websiteId={4} {...(widgetId === undefined ? {} : { widgetId })} />, [
    answered(api.publisherAds.blocks, { websiteId: 4 }, items instanceof Error ? items : { items }),
  ]);

/** What each of the three lists lets through again. */
const removals = (shownLists: ReturnType<typeof lists>) =>
  shownLists.markup
    .split(/<section class="[^"]*list/)
    .slice(1)
    .map((section) => [...section.matchAll(/aria-label="Allow ([^"]*)"/g)].length);

it('each list has its own kind of entry, of the website or of the widget alone', () => {
  expect(removals(lists(all))).toEqual([1, 1, 0]);
  expect(removals(lists(all, 9))).toEqual([1, 0, 0]);
  expect(removals(lists(all, 8))).toEqual([0, 0, 0]);
});

it('what a widget has from its website is said there, and a blocked category not offered again', () => {
  expect(lists(all, 8).words).toContain('rival.example');
  expect(lists(all, 8).words).not.toContain('own.example');
  const options = (items: BlockEntry[]) => lists(items).markup.match(/<option/g)?.length ?? 0;
  expect(options([]) - options([entry('category', 'alcohol')])).toBe(1);
});

it('of a website that is gone nothing is shown; another fault is told', () => {
  const fault = (status: number) => lists(new ApiError({ status, code: 'x', message: '' })).words;
  expect(fault(404)).toBe('');
  expect(fault(500)).not.toBe('');
});
