import type { Report } from '@placard/contract/reports';
import { expect, it } from 'vitest';
import { arrangedRows } from './arranged-rows.ts';

type Row = Report['rows'][number];
const row = (dims: Row['dims'], labels: Row['labels'] = dims): Row => ({
  dims,
  labels,
  within: {},
  metrics: {},
});
const campaigns = [
  row({ campaign: '9' }, { campaign: 'Lantern 10' }),
  row({ campaign: '7' }, { campaign: 'autumn' }),
  row({ campaign: '8' }, { campaign: 'Lantern 9' }),
];
const all = { language: 'en', by: ['campaign'], search: '', sort: null } as const;
const namesOf = (rows: readonly Row[]) => rows.map(({ labels }) => Object.values(labels).join());

it('rows stay as the report has them where the view neither searches nor sorts by a name', () => {
  expect(arrangedRows(campaigns, all)).toEqual(campaigns);
  expect(arrangedRows(campaigns, { ...all, sort: { key: 'clicks', descending: true } })).toEqual(campaigns);
  // A dimension that the view has no more.
  expect(arrangedRows(campaigns, { ...all, sort: { key: 'country', descending: true } })).toEqual(campaigns);
});

it('rows of a view that searches are those with the text in a name, as it is read', () => {
  expect(namesOf(arrangedRows(campaigns, { ...all, search: 'LANTERN' }))).toEqual([
    'Lantern 10',
    'Lantern 9',
  ]);
  expect(arrangedRows(campaigns, { ...all, search: 'winter' })).toEqual([]);
  const places = [
    row({ country: 'DE', campaign: '1' }, { country: 'Germany', campaign: 'One' }),
    row({ country: 'FR', campaign: '2' }, { country: 'France', campaign: 'Two' }),
  ];
  const asked = { ...all, language: 'de', by: ['country', 'campaign'] } as const;
  expect(namesOf(arrangedRows(places, { ...asked, search: 'deutsch' }))).toEqual(['Germany,One']);
  expect(namesOf(arrangedRows(places, { ...asked, search: 'two' }))).toEqual(['France,Two']);
  expect(arrangedRows(places, { ...asked, search: 'germany' })).toEqual([]);
});

it('rows are sorted by a name as people sort, and by time as it goes', () => {
  const sorted = (descending: boolean) =>
    namesOf(arrangedRows(campaigns, { ...all, sort: { key: 'campaign', descending } }));
  expect(sorted(false)).toEqual(['autumn', 'Lantern 9', 'Lantern 10']);
  expect(sorted(true)).toEqual(['Lantern 10', 'Lantern 9', 'autumn']);
  const twins = ['1', '2'].map((campaign) => row({ campaign }, { campaign: 'Same' }));
  for (const descending of [true, false])
    expect(arrangedRows(twins, { ...all, sort: { key: 'campaign', descending } })).toEqual(twins);
  const weekdays = ['5', '1', '3'].map((weekday) => row({ weekday }));
  const byWeekday = { ...all, by: ['weekday'], sort: { key: 'weekday', descending: false } } as const;
  expect(arrangedRows(weekdays, byWeekday).map(({ dims }) => dims.weekday)).toEqual(['1', '3', '5']);
});
