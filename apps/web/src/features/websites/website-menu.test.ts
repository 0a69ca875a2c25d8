import type { Website } from '@placard/contract/websites';
import { expect, it } from 'vitest';
import { translator } from '../../i18n/texts.ts';
import { websitesTexts } from './texts.ts';
import { websiteMenu } from './website-menu.ts';

const SITE: Website = {
  id: 7,
  domain: 'harbour.example',
  categories: ['politics'],
  trafficRange: null,
  separateCategories: false,
  monthlyTraffic: 5,
  traffic: 5,
  trafficSource: 'declared',
  ownership: null,
  status: 'active',
  rejection: null,
  suspendedBy: null,
  appeal: { mayAppeal: false, last: null },
  suspensionText: null,
  adsTxt: 'ok',
  adsTxtCheckedAt: null,
  widgetCount: 0,
  analyticsKey: 'key',
  createdAt: '2026-05-01T00:00:00.000Z',
  actions: ['suspend', 'edit', 'delete'],
  version: 1,
};

const nothing = () => undefined;
const menuOf = (change: Partial<Website> = {}) =>
  websiteMenu(
    translator(websitesTexts),
    { ...SITE, ...change },
    { report: nothing, code: nothing, act: nothing },
  );
const labelsOf = (change: Partial<Website>) => menuOf(change).map((action) => action.label);

it('offers every action of the specification, each by its status', () => {
  const always = ['Widgets', 'Report', 'Get analytics code', 'Visit website'];
  expect(labelsOf({}).sort()).toEqual([...always, 'Create widget', 'Edit', 'Suspend', 'Delete'].sort());
  const suspended = labelsOf({ status: 'suspended', actions: ['activate', 'edit', 'delete'] });
  expect(suspended.sort()).toEqual([...always, 'Edit', 'Activate', 'Delete'].sort());
  // Nothing can be counted for a deleted one any more, but what it earned is still there.
  expect(labelsOf({ status: 'archived', actions: [] })).toEqual(['Widgets', 'Report', 'Visit website']);
});

it('visits the website itself, outside of the dashboard', () => {
  expect(menuOf().find((action) => action.key === 'visit')).toMatchObject({
    href: 'https://harbour.example/',
    external: true,
  });
});
