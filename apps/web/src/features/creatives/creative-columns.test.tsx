import { CREATIVE_SORTS, type CreativeRow } from '@placard/contract/creatives';
import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { sortName } from '../../ui/table/column.ts';
import { plainRow } from '../../ui/testing/plain-answer.ts';
import { shown } from '../../ui/testing/shown.tsx';
import { useCreativeColumns } from './creative-columns.tsx';

const creative = plainRow(api.creatives.list);

function Cell({ row, id }: { row: CreativeRow; id: string }) {
  return useCreativeColumns()
    .find((column) => column.id === id)
    ?.cell(row);
}
const cell = (id: string, given: Partial<CreativeRow>) =>
  shown(<Cell id={id} row={{ ...creative, ...given }} />).words;

function Sorts() {
  return useCreativeColumns()
    .flatMap((column) => sortName(column) ?? [])
    .toSorted()
    .join(' ');
}

it('the list is sorted by whatever the server sorts by', () => {
  expect(shown(<Sorts />).words).toBe(CREATIVE_SORTS.toSorted().join(' '));
});

it('a size has its name where it is one of the named', () => {
  expect(cell('size', { size: { width: 300, height: 250 } })).toBe('300×250 Medium Rectangle');
  expect(cell('size', { size: { width: 301, height: 250 } })).toBe('301×250');
});

it('of ad sets the first is named and the others are counted', () => {
  const adSet = (id: number) => ({
    ...plainRow(api.campaigns.adSetChoices),
    id,
    name: `Set ${id}`,
    campaignId: 1,
  });
  expect(cell('adSets', { adSets: [] })).toBe('Not assigned');
  expect(cell('adSets', { adSets: [adSet(1)] })).toBe('Set 1');
  expect(cell('adSets', { adSets: [adSet(1), adSet(2), adSet(3)] })).toMatch(/^Set 1 .*2/);
});
