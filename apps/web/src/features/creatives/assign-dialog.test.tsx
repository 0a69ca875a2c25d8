import { expect, it } from 'vitest';
import { api } from '../../lib/api/api.ts';
import { plainRow } from '../../ui/testing/plain-answer.ts';
import { answered, shown } from '../../ui/testing/shown.tsx';
import AssignDialog from './assign-dialog.tsx';

const creative = plainRow(api.creatives.list, { id: 7, name: 'Poster' });
const choice = (id: number, creatives: { id: number; name: string }[] = []) => ({
  ...plainRow(api.campaigns.adSetChoices, { id, name: `Set ${id}` }),
  creatives,
});
const asked = { search: '', page: 1, pageSize: 50, withoutCreativeId: 7 };

const assigning = (...items: ReturnType<typeof choice>[]) =>
  shown(<AssignDialog row={creative} mode="assign" onClose={() => {}} />, [
    answered(api.campaigns.adSetChoices, asked, { items, total: items.length }),
  ]);

const removing = (...ids: number[]) => {
  const adSets = ids.map((id) => ({ ...choice(id), name: `Set ${id}` }));
  return shown(<AssignDialog row={{ ...creative, adSets }} mode="remove" onClose={() => {}} />);
};

it('of several ad sets none is chosen, and nothing assigned until one is; the only one is', () => {
  expect(assigning(choice(1), choice(2)).disabled).toEqual(['Assign']);
  expect(assigning(choice(1)).disabled).toEqual([]);
  expect(assigning(choice(1)).markup).toContain('checked=""');
});

it('an ad set with another creative is warned of', () => {
  const other = { id: 8, name: 'Other' };
  expect(assigning(choice(1, [other])).markup).toContain('role="status"');
  expect(assigning(choice(1)).markup).not.toContain('role="status"');
});

it('a creative is taken out of the one ad set, or of the one that is chosen', () => {
  expect(removing(1).disabled).toEqual([]);
  expect(removing(1, 2).disabled).toEqual(['Remove']);
  expect(removing().buttons).not.toContain('Remove');
});
