import { WEBSITE_SORTS, type Website } from '@placard/contract/websites';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { sortName } from '../../ui/table/column.ts';
import { plainRow } from '../../ui/testing/plain-answer.ts';
import { shown } from '../../ui/testing/shown.tsx';
import { useWebsiteColumns } from './website-columns.tsx';

const website = plainRow(api.websites.list, { domain: 'example.com', traffic: 12_345 });

function Traffic({ row }: { row: Website }) {
  return useWebsiteColumns(false)
    .find(({ id }) => id === 'traffic')
    ?.cell(row);
}
function Sorts() {
  return useWebsiteColumns(true)
    .flatMap((column) => sortName(column) ?? [])
    .toSorted()
    .join(' ');
}

it('the list is sorted by whatever the server sorts by', () => {
  const known: readonly string[] = WEBSITE_SORTS;
  const offered = shown(<Sorts />).words.split(' ');
  expect(offered.filter((name) => !known.includes(name))).toEqual([]);
  expect(offered).toEqual(expect.arrayContaining(['domain', 'status', 'traffic', 'createdAt']));
});

const traffic = (given: Partial<Website>) => shown(<Traffic row={{ ...website, ...given }} />);

it('traffic says whether it was measured, or declared as a figure or a range', () => {
  const measured = traffic({ trafficSource: 'measured', trafficRange: '1000_5000' });
  const declared = traffic({ trafficSource: 'declared', trafficRange: null });
  expect(measured.words).toMatch(/12\.3K/);
  expect(declared.words).toMatch(/12\.3K/);
  expect(measured.words).not.toBe(declared.words);
  const titles = [measured, declared].map(({ markup }) => / title="([^"]*)"/.exec(markup)?.[1]);
  expect(titles[0]).toContain('12,345 page views');
  expect(titles[1]).not.toContain('12,345 page views');
});
