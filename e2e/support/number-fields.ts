import { type Dialog, expect, type Locator, type Page } from '@playwright/test';
import type { SmallNetwork } from './small-network.ts';

export type NumberKind = 'money' | 'cents' | 'count' | 'percent';

export type NumberFieldCase = {
  /** The screen's file below apps/web/src: a test holds every file with such a field to be here. */
  readonly source: string;
  readonly who: 'advertiser' | 'publisher' | 'operator';
  readonly path: (network: SmallNetwork) => string;
  /** What is pressed before the fields are there. */
  readonly open?: (page: Page) => Promise<void>;
  readonly fields: readonly (readonly [label: string | RegExp, kind: NumberKind])[];
};

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};
const customSize = async (page: Page) => {
  await page.getByRole('radio', { name: 'Custom', exact: true }).check();
};
const SIDES = [
  ['Width', 'count'],
  ['Height', 'count'],
] as const;
const BUDGETS = [
  ['Total budget', 'money'],
  ['Daily budget', 'money'],
] as const;
const AD_SET = [...BUDGETS, [/^Bid per/, 'money'], ['Frequency cap', 'count']] as const;

/** Every field of the product for an amount or a count. */
export const NUMBER_FIELDS: readonly NumberFieldCase[] = [
  {
    source: 'features/campaigns/campaign-fields.tsx',
    who: 'advertiser',
    path: () => '/advertiser/campaigns/create',
    fields: BUDGETS,
  },
  {
    source: 'features/campaigns/list/inline-editor.tsx',
    who: 'advertiser',
    path: () => '/advertiser/campaigns',
    open: press(/^Edit .*budget/),
    fields: BUDGETS,
  },
  {
    source: 'features/campaigns/ad-set-fields.tsx',
    who: 'advertiser',
    path: ({ campaignId, adSetId }) => `/advertiser/campaigns/${campaignId}?tab=target&adSet=${adSetId}`,
    fields: AD_SET,
  },
  {
    source: 'features/creatives/creative-fields.tsx',
    who: 'advertiser',
    path: () => '/advertiser/creatives/create',
    open: customSize,
    fields: SIDES,
  },
  {
    source: 'features/billing/add-funds-dialog.tsx',
    who: 'advertiser',
    path: () => '/advertiser/billing',
    open: press('Add funds'),
    fields: [['Amount', 'cents']],
  },
  {
    source: 'features/billing/auto-top-up-dialog.tsx',
    who: 'advertiser',
    path: () => '/advertiser/billing',
    open: press('Set up'),
    fields: [
      ['When the balance is below', 'cents'],
      ['Add', 'cents'],
    ],
  },
  {
    source: 'features/websites/website-fields.tsx',
    who: 'publisher',
    path: () => '/publisher/websites/create',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Monthly traffic' }).click();
      await page.getByRole('option', { name: 'Custom' }).click();
    },
    fields: [['Views a month', 'count']],
  },
  {
    source: 'kits/form/size-field.tsx',
    who: 'publisher',
    path: ({ websiteId }) => `/publisher/websites/${websiteId}/widgets/create`,
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Size 1' }).click();
      await page.getByRole('option', { name: 'Custom' }).click();
    },
    fields: SIDES,
  },
  {
    source: 'features/widgets/widget-fields.tsx',
    who: 'publisher',
    path: ({ websiteId, widgetId }) => `/publisher/websites/${websiteId}/widgets/${widgetId}/edit`,
    fields: [['Floor CPM', 'money']],
  },
  {
    source: 'features/payments/withdraw-dialog.tsx',
    who: 'publisher',
    path: () => '/publisher/payment',
    open: press('Request withdrawal'),
    fields: [['Amount', 'cents']],
  },
  {
    source: 'features/payments/settings-dialog.tsx',
    who: 'publisher',
    path: () => '/publisher/payment',
    open: press('Edit settings'),
    fields: [['Minimum payout', 'money']],
  },
  {
    source: 'features/settings/settings-form.tsx',
    who: 'operator',
    path: () => '/operator/settings',
    fields: [
      ['Price per 1,000 viewable impressions', 'money'],
      ['Price per click', 'money'],
      ['Publishers’ share (%)', 'percent'],
      ['Minimum deposit', 'money'],
      ['Low balance below', 'money'],
      ['Minimum payout', 'money'],
    ],
  },
  {
    source: 'features/minimum-bids/card-form.tsx',
    who: 'operator',
    path: () => '/operator/minimum-bids',
    fields: [['Banner, All other countries, per click', 'money']],
  },
  {
    source: 'features/settings/review-panel.tsx',
    who: 'operator',
    path: () => '/operator/settings',
    fields: [['Looked at afterwards (%)', 'percent']],
  },
  {
    source: 'features/corrections/correct-dialog.tsx',
    who: 'operator',
    path: () => '/operator/corrections',
    open: press('Credit or debit'),
    fields: [['Amount', 'cents']],
  },
  {
    source: 'features/settings/seller-panel.tsx',
    who: 'operator',
    path: () => '/operator/settings',
    open: press('Add a rate'),
    fields: [['Rate (%)', 'percent']],
  },
  {
    source: 'kits/share-rates/share-dialog.tsx',
    who: 'operator',
    path: () => '/operator/settings',
    open: press('Set a share'),
    fields: [['Publisher’s share (%)', 'percent']],
  },
  {
    source: 'kits/withholding/rate-dialog.tsx',
    who: 'operator',
    path: () => '/operator/payouts?tab=withheld',
    open: press('Set a rate'),
    fields: [['Rate (%)', 'percent']],
  },
  {
    source: 'features/payments/payouts/payout-settings.tsx',
    who: 'operator',
    path: () => '/operator/payouts?tab=settings',
    fields: [['Two operators approve above', 'money']],
  },
  {
    source: 'features/health/thresholds-panel.tsx',
    who: 'operator',
    path: () => '/operator/health',
    fields: [
      ['Waiting at the ad servers above', 'count'],
      [/^Filtered events above/, 'percent'],
    ],
  },
  {
    source: 'features/billing/deposits/refund-dialog.tsx',
    who: 'operator',
    // Others of the file wait, and have nothing to give back.
    path: () => '/operator/deposits?status=confirmed',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Refund…' }).click();
    },
    fields: [['Amount', 'cents']],
  },
];

const ONES = [
  'features/campaigns/campaign-fields.tsx',
  'features/creatives/creative-fields.tsx',
  'features/billing/add-funds-dialog.tsx',
  'kits/share-rates/share-dialog.tsx',
];

/** Of each kind one field: `npm run test:long -- journeys` uses all of them. */
export const ONE_OF_EACH_KIND: readonly NumberFieldCase[] = NUMBER_FIELDS.filter(({ source }) =>
  ONES.includes(source),
).map((screen) => ({ ...screen, fields: screen.fields.slice(0, 1) }));

const REFUSED: Readonly<Record<NumberKind, readonly (readonly [typed: string, words: RegExp])[]>> = {
  money: [
    ['-5', /without a minus sign/],
    ['0.1234567', /at most 6 decimals/],
  ],
  cents: [
    ['-5', /without a minus sign/],
    ['1.005', /whole cents/],
  ],
  count: [
    ['1.5', /a whole number/],
    ['1e3', /a whole number/],
  ],
  percent: [
    ['-5', /from 0 to 100/],
    ['1.005', /from 0 to 100/],
  ],
};

/** As the field writes a number that nobody is typing. */
function atRest(value: number, kind: NumberKind): string {
  const money = { style: 'currency', currency: 'USD' } as const;
  return new Intl.NumberFormat('en', kind === 'money' || kind === 'cents' ? money : {}).format(value);
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+V');
}

const selectedOf = (field: Element) => {
  const { value, selectionStart, selectionEnd } = field as HTMLInputElement;
  return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
};

/** Types, tabs, selects, deletes and pastes as a person does; the number at rest is the one that was meant, or the field says why not. */
async function useNumberField(field: Locator, kind: NumberKind): Promise<void> {
  const page = field.page();
  const { keyboard } = page;
  const holds = async (text: string) => {
    await keyboard.press('Tab');
    await expect(field).toHaveValue(text);
  };
  const select = () => field.click({ clickCount: 3 });
  // As a click selects was seen by then, three times; each takes a tenth of a second.
  const again = () => field.selectText();
  await select();
  await keyboard.type('50');
  await holds(atRest(50, kind));
  await keyboard.press('Shift+Tab');
  await expect(field).toBeFocused();
  await keyboard.type('60');
  await holds(atRest(60, kind));
  // At the left edge, where the figures are.
  await field.dblclick({ position: { x: 24, y: 12 } });
  expect(await field.evaluate(selectedOf)).toBe(atRest(60, kind));
  await keyboard.type('7');
  await holds(atRest(7, kind));
  await select();
  await keyboard.press('Delete');
  await holds('');
  await select();
  await paste(page, '1,000.00');
  await holds(atRest(1_000, kind));
  for (const [typed, words] of REFUSED[kind]) {
    await again();
    await keyboard.type(typed);
    await holds(typed);
    await expect(field).toHaveAccessibleDescription(words);
  }
  await again();
  await keyboard.type('80');
  await holds(atRest(80, kind));
  for (const [, words] of REFUSED[kind]) await expect(field).not.toHaveAccessibleDescription(words);
}

/** Opens the screen and uses each of its fields. The page may be left whatever was typed. */
export async function useNumberFields(
  page: Page,
  at: (path: string) => string,
  network: SmallNetwork,
  screen: NumberFieldCase,
): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const leave = (dialog: Dialog) => void dialog.accept();
  page.on('dialog', leave);
  await page.goto(at(screen.path(network)));
  page.off('dialog', leave);
  await screen.open?.(page);
  for (const [label, kind] of screen.fields) {
    await useNumberField(page.getByRole('textbox', { name: label, exact: true }), kind);
  }
}
