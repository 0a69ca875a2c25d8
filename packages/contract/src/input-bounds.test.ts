import { expect, it } from 'vitest';
import { z } from 'zod';
import { payoutAct } from './payouts.ts';
import { inputPlaces, operationsOf } from './testing/walk-schemas.ts';

/** What the documentation of the API says of each field, of one name in several operations maybe several: whoever changes one changes both. */
const BOUNDS: Readonly<Record<string, string>> = {
  '0–5': 'tier',
  '0–50': 'withholdingPercent',
  '0–100': 'publisherSharePercent reviewSamplePercent sharePercent',
  '0–9007199254740991': 'number version',
  '0.01–50': 'percent',
  '0.01–100': 'fillPercent filteredPercent overDeliveredPercent',
  '1–7': 'daysOfWeek weekday',
  '1–12': 'month',
  '1–50': 'diskPercent pageSize',
  '1–100': 'limit',
  '1–200': 'pageSize',
  '1–500': 'latencyMs',
  '1–1000': 'frequencyCapPerDay limit part',
  '1–100000': 'page',
  '1–1000000': 'spoolMegabytes',
  '1–100000000': 'custom',
  '1–2147483647':
    'account accountId actor adSetId adSetIds campaign campaignId cardId correctsNumber creativeId id ids lastCardId number profileId publisherId seenRelated subjectId upTo userId websiteId widgetId withoutCreativeId',
  '10–86400': 'settlementSeconds',
  '20–2000': 'height width',
  '2000–2100': 'year',
  '0–3 of': 'rolesBefore',
  '0–30 characters': 'sellerVatNumber vatNumber',
  '0–40 characters': 'phone',
  '0–60 characters':
    'accountNumber bic code iban registrationNumber routingNumber sellerRegistration sort swiftCode totp',
  '0–70 characters': 'accountName',
  '0–100 characters': 'tag tags',
  '0–128 characters': 'currentPassword',
  '0–140 characters': 'accountName bankName',
  '0–200 characters': 'company description headingTitle reason search sellerName',
  '0–253 characters': 'referrer value values',
  '0–254 characters': 'email',
  '0–300 characters': 'altText',
  '0–500 characters': 'bankAddress search',
  '0–1000 characters': 'name reason rejectionTemplates',
  '0–1024 characters': 'path',
  '0–2000 characters': 'bankTransferDetails description filter',
  '0–100000 characters': 'adCode',
  '0–200000 characters': 'csv',
  '1– characters': 'country newPassword password sellerCountry',
  '1–40 characters': 'action name subjectKind',
  '1–100 characters': 'firstName label lastName name networkName',
  '1–127 characters': 'paypalEmail',
  '1–128 characters': 'currentPassword password',
  '1–200 characters': 'imageKey name search',
  '1–254 characters': 'email',
  '1–255 characters': 'value',
  '1–300 characters': 'token',
  '1–400 characters': 'address sellerAddress',
  '1–500 characters': 'reason',
  '1–1000 characters': 'reason text',
  '1–2000 characters': 'reason text',
  '1–8000 characters': 'cameBack',
  '2–20000 characters': 'response',
  '3–500 characters': 'reason',
  '8–100 characters': 'requestKey',
  '20–100 characters': 'token',
  '20–1000 characters': 'ticket',
  '20–4000 characters': 'ticket',
  '0–5 of': 'tiers',
  '0–8 of': 'tags',
  '0–10 of': 'sizes',
  '0–24 of': 'minimums',
  '0–48 of': 'items',
  '0–50 of': 'languages sizes',
  '0–60 of': 'taxRates',
  '0–100 of': 'seenRelated',
  '0–250 of': 'locations',
  '1–2 of': 'roles',
  '1–3 of': 'devices roles scopes',
  '1–5 of': 'categories',
  '1–7 of': 'daysOfWeek',
  '1–12 of': 'eventTypes',
  '1–15 of': 'eventTypes',
  '1–100 of': 'values',
  '1–249 of': 'countries',
  '1–500 of': 'adSetIds ids',
};

type Found = readonly [field: string, bounds: string];
type Def = {
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
  readonly in?: z.ZodType;
};

/** As a schema itself says it; what a function judges besides has its limits in the domain. */
function boundsOf(schema: z.ZodType): string | null {
  if (schema instanceof z.ZodNumber) {
    const { minValue: least, maxValue: most } = schema;
    return least === -Infinity ? null : `${least}–${most}`;
  }
  if (schema instanceof z.ZodString) {
    const { minLength: least, maxLength: most } = schema;
    return least === null && most === null ? null : `${least ?? 0}–${most ?? ''} characters`;
  }
  if (!(schema instanceof z.ZodArray)) return null;
  const limits = (schema.def.checks ?? []).map(({ _zod: { def } }) => ({ minimum: 0, maximum: '', ...def }));
  const of = (kind: string) => limits.find(({ check }) => check === kind);
  return `${of('min_length')?.minimum ?? 0}–${of('max_length')?.maximum ?? ''} of`;
}

function boundsWithin(schema: z.ZodType, field: string): Found[] {
  const def = schema.def as Def;
  const own = boundsOf(schema);
  const inner = [def.innerType, def.in, def.element, def.valueType, ...(def.options ?? [])];
  return [
    ...(own === null ? [] : [[field, own] as const]),
    ...inner.flatMap((each) => (each === undefined ? [] : boundsWithin(each, field))),
    ...Object.entries(def.shape ?? {}).flatMap(([name, each]) => boundsWithin(each, name)),
  ];
}

it('are what was said of them', () => {
  const found = operationsOf().flatMap(({ procedure }) => {
    const input = procedure['~orpc'].inputSchema;
    return input instanceof z.ZodType ? boundsWithin(input, '') : [];
  });
  const byBounds = [...Map.groupBy(found, ([, bounds]) => bounds)].map(([bounds, fields]) => [
    bounds,
    [...new Set(fields.map(([field]) => field))].sort().join(' '),
  ]);
  expect(Object.fromEntries(byBounds)).toEqual(BOUNDS);
});

it('of lists all have an end', () => {
  expect(Object.keys(BOUNDS).filter((bounds) => /–\D*of/.test(bounds))).toEqual([]);
});

/** Compared with what is kept, or made by programs. */
const AS_GIVEN = 'cameBack currentPassword imageKey newPassword password requestKey response ticket token';

it('are not met by blanks where people have to write something', () => {
  const blank = inputPlaces().flatMap(({ path, schema }) => {
    const least = schema instanceof z.ZodString ? (schema.minLength ?? 0) : 0;
    const field = path.split('.').at(-1) ?? '';
    return least > 0 && schema.safeParse(' '.repeat(least + 2)).success ? [field] : [];
  });
  expect([...new Set(blank)].sort().join(' ')).toBe(AS_GIVEN);
  const reasonOf = (action: string, reason?: string) =>
    payoutAct
      .safeParse({ id: 1, action, reason })
      .error?.issues.map(({ path, message }) => [path[0], message]);
  const required = [['reason', 'reason_required']];
  for (const action of ['fail', 'reject'])
    expect([reasonOf(action), reasonOf(action, ' '), reasonOf(action, 'No')]).toEqual([
      required,
      required,
      undefined,
    ]);
  expect(reasonOf('complete')).toBeUndefined();
});
