import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPhone, isTimeZone, passwordIssues } from './account/rules.ts';
import { formatAdSize, isAdSize, MAX_AD_SIDE_PX, MIN_AD_SIDE_PX, parseAdSize } from './ad-size.ts';
import { adSetIssues, campaignIssues } from './campaign/rules.ts';
import { CLICK_URL_MAX_LENGTH, creativeNameIssues, isClickUrl } from './creative/rules.ts';
import { domainIssue, normalizeDomain, TRAFFIC_RANGES } from './website/rules.ts';
import { widgetSizeIssues } from './widget/rules.ts';

describe('password', () => {
  test.each([
    ['Abc1!x', []],
    [
      '',
      ['password_too_short', 'password_needs_uppercase', 'password_needs_number', 'password_needs_special'],
    ],
    ['Abc1!', ['password_too_short']],
    ['abcdef1!', ['password_needs_uppercase']],
    ['Abcdefg!', ['password_needs_number']],
    ['Abcdefg1', ['password_needs_special']],
    [`A1!${'x'.repeat(126)}`, ['password_too_long']],
  ])('%j breaks %j', (password, issues) => {
    expect(passwordIssues(password)).toEqual(issues);
  });

  test('128 characters are allowed', () => {
    expect(passwordIssues(`A1!${'x'.repeat(125)}`)).toEqual([]);
  });
});

test('a phone number has 5 to 15 digits and the usual signs', () => {
  const right = ['+49 30 1234567', '(030) 123-4567', '12345', '030/12 34.56', '+123456789012345'];
  const wrong = [
    '',
    '1234',
    '+1234567890123456',
    'call me',
    '12345 ext. 7',
    '++49 30 12345',
    '12345\n',
    '١٢٣٤٥',
    '-12345',
  ];
  expect([...right, ...wrong].filter(isPhone)).toEqual(right);
});

test('time zones are IANA names', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true);
  for (const name of ['', 'Mars/Olympus', '+02:00', 'Europe/Berlin; drop'])
    expect(isTimeZone(name)).toBe(false);
});

describe('ad size', () => {
  const side = fc.integer({ min: MIN_AD_SIDE_PX, max: MAX_AD_SIDE_PX });

  test('its text names it', () => {
    fc.assert(
      fc.property(side, side, (widthPx, heightPx) => {
        expect(parseAdSize(formatAdSize({ widthPx, heightPx }))).toEqual({ widthPx, heightPx });
      }),
    );
  });

  test.each(['', '300', '300x', '0x250', '300x2501', '19x19', ' 300x250', '300X250', '3e2x250'])(
    '%j is none',
    (text) => {
      expect(parseAdSize(text)).toBeNull();
    },
  );

  test('sides are whole and within the limits', () => {
    expect(isAdSize({ widthPx: 300.5, heightPx: 250 })).toBe(false);
    expect(isAdSize({ widthPx: MIN_AD_SIDE_PX - 1, heightPx: 250 })).toBe(false);
  });
});

describe('campaign', () => {
  const sound = {
    totalBudgetMicros: 10_000_000n,
    dailyBudgetMicros: null,
    startDate: '2026-03-01',
    endDate: null,
    spentMicros: 0n,
    today: '2026-02-20',
    before: null,
  };

  test('a sound one has no issue', () => {
    expect(campaignIssues(sound)).toEqual([]);
  });

  test.each([
    ['daily_budget_exceeds_total', 'dailyBudget', { dailyBudgetMicros: 10_000_001n }],
    ['total_budget_below_spent', 'totalBudget', { spentMicros: 10_000_001n }],
    ['end_date_before_start', 'endDate', { endDate: '2026-02-28' }],
    ['end_date_in_past', 'endDate', { startDate: '2026-01-01', endDate: '2026-02-19' }],
    ['campaign_too_long', 'endDate', { endDate: '2036-03-01' }],
    ['date_out_of_range', 'startDate', { startDate: '1999-12-31' }],
    ['date_out_of_range', 'endDate', { startDate: '2100-01-01', endDate: '2101-01-01' }],
    ['date_invalid', 'endDate', { endDate: '2026-02-30' }],
  ] as const)('%s', (code, field, change) => {
    expect(campaignIssues({ ...sound, ...change })).toEqual([{ field, code }]);
  });

  test('lasts ten years, not a day longer, and lies within the bounds of days', () => {
    // 3,653 days, both ends included.
    expect(campaignIssues({ ...sound, endDate: '2036-02-29' })).toEqual([]);
    expect(campaignIssues({ ...sound, startDate: '2000-01-01' })).toEqual([]);
    const last = { startDate: '2100-12-31', endDate: '2100-12-31' };
    expect(campaignIssues({ ...sound, ...last })).toEqual([]);
  });

  const ended = {
    totalBudgetMicros: 10_000_000n,
    dailyBudgetMicros: 12_000_000n,
    startDate: '2026-01-01',
    endDate: '2026-02-19',
  };

  test('an edit is judged by what it changes', () => {
    const edit = { ...sound, ...ended, spentMicros: 11_000_000n, before: ended };
    const codes = (change: Partial<typeof edit>) =>
      campaignIssues({ ...edit, ...change }).map((found) => found.code);
    expect(codes({})).toEqual([]);
    expect(codes({ dailyBudgetMicros: 13_000_000n })).toEqual(['daily_budget_exceeds_total']);
    expect(codes({ totalBudgetMicros: 9_000_000n })).toEqual([
      'daily_budget_exceeds_total',
      'total_budget_below_spent',
    ]);
    expect(codes({ startDate: '2026-01-02' })).toEqual(['end_date_in_past']);
    expect(codes({ endDate: '2026-02-18' })).toEqual(['end_date_in_past']);
    expect(codes({ endDate: '2025-12-31' })).toEqual(['end_date_before_start']);
    expect(codes({ endDate: '2026-02-20' })).toEqual([]);
  });

  test('an ad set stays within its campaign and its own total', () => {
    const adSet = { totalBudgetMicros: 11_000_000n, dailyBudgetMicros: 12_000_000n };
    expect(adSetIssues(adSet, sound).map((found) => found.code)).toEqual([
      'daily_budget_exceeds_total',
      'ad_set_budget_exceeds_campaign',
    ]);
  });
});

describe('creative', () => {
  test('its name has 3 to 99 characters', () => {
    expect(creativeNameIssues('ab')).toEqual([{ field: 'name', code: 'creative_name_too_short' }]);
    expect(creativeNameIssues('  ab  ')).toEqual([{ field: 'name', code: 'creative_name_too_short' }]);
    expect(creativeNameIssues('a'.repeat(100))).toEqual([{ field: 'name', code: 'creative_name_too_long' }]);
    expect(creativeNameIssues('abc')).toEqual([]);
    expect(creativeNameIssues('a'.repeat(99))).toEqual([]);
    // Letters of two UTF-16 units are one, as they are for PostgreSQL.
    expect(creativeNameIssues('😀😀')).toEqual([{ field: 'name', code: 'creative_name_too_short' }]);
    expect(creativeNameIssues('😀'.repeat(3))).toEqual([]);
    expect(creativeNameIssues('😀'.repeat(99))).toEqual([]);
    expect(creativeNameIssues('😀'.repeat(100))).toEqual([{ field: 'name', code: 'creative_name_too_long' }]);
  });

  test.each([
    'https://shop.example/x?y=1',
    'http://shop.example:8080/',
    'https://bücher.example/ä?q=ü',
    'https://[2001:db8::1]/',
    'https://shop.example/{click_id}',
    `https://shop.example/${'x'.repeat(CLICK_URL_MAX_LENGTH - 21)}`,
  ])('%s may be clicked', (url) => {
    expect(isClickUrl(url)).toBe(true);
  });

  test.each([
    'javascript:alert(1)',
    'https://',
    'https://me:secret@shop.example',
    'data:text/html,x',
    '//shop.example',
    'https://x y.de',
    'https://x%20y.de',
    'https://shop.example/a b',
    'https://shop\t.example',
    'https://shop.example\n',
    'https:\\\\shop.example',
    'https://shop..example',
    `https://shop.example/${'x'.repeat(CLICK_URL_MAX_LENGTH - 20)}`,
    'shop.example',
  ])('%s may not', (url) => {
    expect(isClickUrl(url)).toBe(false);
  });
});

describe('domain', () => {
  test.each([
    ['Example.COM', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['news.example.com.', 'news.example.com'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(normalizeDomain(typed)).toBe(stored);
  });

  test.each([
    ['', 'domain_required'],
    ['https://example.com', 'domain_has_scheme'],
    ['example', 'domain_invalid'],
    ['127.0.0.1', 'domain_invalid'],
    ['example.c', 'domain_invalid'],
    ['example.12', 'domain_invalid'],
    ['example.com/path', 'domain_invalid'],
    ['example.com//', 'domain_invalid'],
    ['/', 'domain_required'],
    [' Example.com/ ', null],
    ['https://example.com/', 'domain_has_scheme'],
    ['example.com:8080', 'domain_invalid'],
    ['-bad.example', 'domain_invalid'],
    ['exa mple.com', 'domain_invalid'],
  ])('%j breaks %s', (typed, code) => {
    expect(domainIssue(typed)).toBe(code);
  });

  test('a domain is taken as it is written, in small letters', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        expect(normalizeDomain(domain)).toBe(domain.toLowerCase());
      }),
    );
  });

  test('traffic ranges follow one another without a hole', () => {
    const ranges = Object.values(TRAFFIC_RANGES);
    // As the specification has them.
    const starts = [1, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000];
    const ends = [999, ...starts.slice(2), 100_000_000];
    expect(ranges.map(({ from }) => from)).toEqual(starts);
    expect(ranges.map(({ to }) => to)).toEqual(ends);
    ranges.slice(1).forEach((range, index) => {
      expect(range.from - (ranges[index]?.to ?? 0)).toBeLessThanOrEqual(1);
    });
  });
});

test('widget sizes: one at least, complete, none twice', () => {
  const size = { widthPx: 300, heightPx: 250 };
  expect(widgetSizeIssues([])).toEqual([{ field: 'sizes', code: 'sizes_required' }]);
  expect(widgetSizeIssues([size, { widthPx: 0, heightPx: 250 }, size])).toEqual([
    { field: 'sizes.1', code: 'size_incomplete' },
    { field: 'sizes.2', code: 'size_repeated' },
  ]);
});
