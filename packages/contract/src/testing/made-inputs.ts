import type { Place } from './walk-schemas.ts';

type Schema = Place['schema'];

/** Where what is chosen comes from: a seed, as a rule. */
export type Draw = {
  chance(probability: number): boolean;
  between(least: number, most: number): number;
  oneOf<T>(list: readonly T[]): T;
};

type Def = {
  readonly type: string;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly in?: Schema;
};

/** What fields of an API like this are filled with: each leaf takes those of them that its own schema takes. */
const PLAUSIBLE: readonly unknown[] = [
  ...Array.from({ length: 40 }, (_, index) => index + 1),
  ...[0, 50, 100, 300, 250, 728, 90, 1_440, 5.5, 0.01, 12.34, 250_000, true, false],
  ...[
    '',
    'a',
    'Name of something',
    'x'.repeat(60),
    'en',
    'de',
    'DE',
    'US',
    'EUR',
    'USD',
    'UTC',
    'Europe/Berlin',
  ],
  ...[
    '2026-11-01',
    '2026-11-22',
    '2026-12-31',
    '2027-01-15',
    '2026-11',
    '2026-10-31',
    '12:30',
    '2026-11-22T10:00:00Z',
  ],
  ...[
    'person@example.com',
    'https://shop.example/landing',
    'https://hooks.example/in',
    'news.example.com',
    'example.com',
  ],
  ...[
    'Placard-Demo-1',
    '123456',
    'DE89370400440532013000',
    'DEUTDEFF',
    'DE136695976',
    '#336699',
    '<b>ad</b>',
  ],
  ...[
    'impressions',
    'impressions,clicks',
    'day',
    'country',
    'spend',
    '-id',
    'name',
    '-createdAt',
    'createdAt',
  ],
  ...[
    '1',
    '2',
    '3',
    '7',
    '10',
    '25',
    '1,2',
    'active',
    'pending',
    'news',
    'travel',
    'advertiser',
    'publisher',
  ],
];

const NASTY: readonly unknown[] = [
  ...[
    null,
    '',
    '\u0000',
    '\ud800',
    "'; drop table app_user; --",
    '%_\\',
    '../../etc/passwd',
    '{{7*7}}',
    '<%= 1 %>',
  ],
  ...[
    -1,
    0,
    2 ** 31,
    2 ** 53,
    1e308,
    0.1,
    -0,
    '99999999999999999999',
    '2026-02-30',
    '0000-00-00',
    '275760-09-14',
  ],
  ...[
    'NaN',
    true,
    [],
    {},
    [null],
    { toString: 1 },
    { __proto__: null, length: 1 },
    'x'.repeat(5_000),
    '\u202e',
    '<script>',
  ],
  ...[
    Array.from({ length: 300 }, (_, index) => index),
    'ß'.repeat(400),
    '1e400',
    '+1',
    ' 1',
    '1 ',
    '０',
    '-0',
    '1,1,1,1',
  ],
];

const fitting = new WeakMap<Schema, readonly unknown[]>();

function fittingOf(schema: Schema): readonly unknown[] {
  const known = fitting.get(schema);
  if (known !== undefined) return known;
  const found = PLAUSIBLE.filter((value) => schema.safeParse(value).success);
  fitting.set(schema, found);
  return found;
}

export function nasty(draw: Draw): unknown {
  return draw.oneOf(NASTY);
}

/** A value that the schema may well take; rules between fields are met by chance. */
export function plausible(schema: Schema, draw: Draw): unknown {
  const def = schema.def as Def;
  if (def.shape !== undefined) {
    const entries = Object.entries(def.shape).map(([name, field]) => [name, plausible(field, draw)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (def.entries !== undefined) return draw.oneOf(Object.values(def.entries));
  if (def.type === 'literal' && def.values !== undefined) return draw.oneOf(def.values);
  if (def.options !== undefined) return plausible(draw.oneOf(def.options), draw);
  if (def.type === 'optional' || def.type === 'default' || def.type === 'prefault')
    return draw.chance(0.6) || def.innerType === undefined ? undefined : plausible(def.innerType, draw);
  if (def.type === 'nullable')
    return draw.chance(0.3) || def.innerType === undefined ? null : plausible(def.innerType, draw);
  if (def.element !== undefined) {
    const { element } = def;
    return Array.from({ length: draw.between(0, 3) }, () => plausible(element, draw));
  }
  if (def.valueType !== undefined) return { a: plausible(def.valueType, draw) };
  const fits = fittingOf(schema);
  if (fits.length > 0) return draw.oneOf(fits);
  if (def.innerType !== undefined) return plausible(def.innerType, draw);
  if (def.in !== undefined) return plausible(def.in, draw);
  return draw.oneOf(PLAUSIBLE);
}

/** The same input with one thing about it that is not as it should be. */
export function nearly(input: unknown, draw: Draw): unknown {
  if (typeof input === 'number')
    return draw.oneOf([input - 1, -input, input + 0.5, input * 1e9, String(input), null]);
  if (typeof input === 'string')
    return draw.oneOf([`${input} `, input.slice(1), input.repeat(50), [input], null, 7]);
  if (Array.isArray(input)) {
    if (input.length === 0 || draw.chance(0.3)) return [...input, ...input, nasty(draw)];
    const at = draw.between(0, input.length - 1);
    return input.map((each, index) => (index === at ? nearly(each, draw) : each));
  }
  if (typeof input === 'object' && input !== null) {
    const names = Object.keys(input);
    if (names.length === 0 || draw.chance(0.15))
      return { ...input, isAdmin: true, id: 1, accountId: 1, version: 0 };
    const name = draw.oneOf(names);
    const { [name]: value, ...rest } = input as Record<string, unknown>;
    return draw.chance(0.3)
      ? rest
      : { ...rest, [name]: draw.chance(0.5) ? nasty(draw) : nearly(value, draw) };
  }
  return nasty(draw);
}
