import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import { ISSUE_MESSAGES, issueMessage, issueParts, issueWith } from './issue-messages.ts';
import { dollars } from './scalars.ts';
import { inputPlaces } from './testing/walk-schemas.ts';

/** What people and programs send instead of what was asked for. */
const BAD: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'x'.repeat(200_000),
  '-1',
  '2026-02-30',
  'not-a-date',
  '\u0000\r\n',
  0,
  -1,
  0.1234567,
  1.5,
  1e15,
  Number.MAX_VALUE,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  true,
  [],
  Array.from({ length: 2_000 }, () => 'x'),
  [null],
  {},
  { extra: 1 },
  { type: 'none' },
  new Date(Number.NaN),
];

type Schema = z.core.$ZodType;

// A transform sees only what the schema before it has let through.
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'safeParse' in value && !(value instanceof z.ZodTransform);

/** The schemas that a schema is made of: fields, items, options, what is wrapped. */
function partsOf(schema: Schema): [string, Schema][] {
  return Object.entries(schema._zod.def).flatMap(([name, part]): [string, Schema][] => {
    if (name === 'checks') return [];
    if (isSchema(part)) return [['', part]];
    if (Array.isArray(part)) return part.filter(isSchema).map((each) => ['', each]);
    if (name !== 'shape' || typeof part !== 'object' || part === null) return [];
    return Object.entries(part).filter((entry): entry is [string, Schema] => isSchema(entry[1]));
  });
}

function everySchema(path: string, schema: Schema, seen = new Set<Schema>()): [string, Schema][] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const parts = partsOf(schema).flatMap(([name, part]) =>
    everySchema(name === '' ? path : `${path}.${name}`, part, seen),
  );
  return [[path, schema], ...parts];
}

function inputsOf(part: unknown, path: string): [string, Schema][] {
  if (typeof part !== 'object' || part === null) return [];
  if (!('~orpc' in part)) {
    return Object.entries(part).flatMap(([name, inner]) => inputsOf(inner, `${path}.${name}`));
  }
  const { inputSchema } = part['~orpc'] as { readonly inputSchema?: unknown };
  return isSchema(inputSchema) ? everySchema(path, inputSchema) : [];
}

const messagesOf = (schema: Schema, input: unknown): string[] =>
  z.safeParse(schema, input).error?.issues.map(({ message }) => message) ?? [];

describe('every field of every operation', () => {
  const schemas = inputsOf(contract, 'contract');

  it('is walked', () => {
    expect(schemas.length).toBeGreaterThan(400);
    expect(schemas.map(([path]) => path)).toContain('contract.operator.updateSettings.currency');
    expect(schemas.map(([path]) => path)).toContain('contract.campaigns.create.adSet.frequencyCapPerDay');
  });

  it('refuses whatever it does not take in words of ours', () => {
    const foreign = new Set<string>();
    for (const [path, schema] of schemas) {
      for (const input of BAD) {
        for (const message of messagesOf(schema, input)) {
          if (issueParts(message) === null) foreign.add(`${path}: ${message}`);
        }
      }
    }
    expect([...foreign]).toEqual([]);
  });
});

describe('a field that is left out, or null', () => {
  // A transform sees only what the schema before it has let through.
  const firstOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
  const places = inputPlaces().flatMap(({ operation, path, schema }) => {
    const empty = schema instanceof z.ZodArray ? firstOf(schema, []) : firstOf(schema, '');
    return empty?.endsWith('_required') ? [{ operation, path, schema, empty }] : [];
  });

  it('is told by name in many places', () => {
    const told = places.map(({ operation, path, empty }) => `${operation} ${path} ${empty}`);
    for (const one of [
      ...['auth.login email email_required', 'auth.login password password_required'],
      ...['auth.updateProfile firstName first_name_required', 'websites.create domain domain_required'],
      'auth.changePassword newPassword new_password_required',
    ]) {
      expect(told).toContain(one);
    }
  });

  it.each(places)('$operation tells of $path what it tells of an empty one', ({ schema, empty }) => {
    expect([undefined, null].map((value) => firstOf(schema, value))).toEqual([empty, empty]);
  });

  it('of a creative is its type, its size, its picture or its ad sets', () => {
    const faults = (content: unknown) =>
      contract.creatives.create['~orpc'].inputSchema
        ?.safeParse({ basicInfo: {}, content })
        .error?.issues.map(({ message }) => message);
    expect(faults(undefined)).toEqual([
      'creative_name_too_short',
      'creative_type_required',
      'ad_set_required',
      'required',
    ]);
    expect(faults({ type: 'film' })).toContain('creative_type_invalid');
    expect(faults({ type: 'image' })).toEqual(
      expect.arrayContaining(['creative_size_required', 'image_required', 'click_url_invalid']),
    );
    expect(faults({ type: 'third_party' })).toEqual(
      expect.arrayContaining(['creative_size_required', 'ad_code_required']),
    );
  });
});

describe('a least number of letters', () => {
  const reasons = inputPlaces().filter(({ schema }) => {
    const issues = schema.safeParse('R').error?.issues ?? [];
    return issues.some(({ message }) => message === 'reason_too_short');
  });

  it('is asked of the reasons that move money, and of a look', () => {
    const asked = reasons.map(({ operation, path }) => `${operation} ${path}`);
    expect(asked).toEqual(expect.arrayContaining(['corrections.create reason', 'looks.begin reason']));
    expect(asked.length).toBeGreaterThan(5);
  });

  it.each(reasons)('$operation counts them in $path as PostgreSQL does', ({ schema }) => {
    const faults = (text: string) => schema.safeParse(text).error?.issues.map(({ message }) => message);
    expect([faults('ab'), faults('😀😀')]).toEqual([['reason_too_short'], ['reason_too_short']]);
    expect([faults('abc'), faults('😀😀😀')]).toEqual([undefined, undefined]);
  });
});

describe('the words', () => {
  it.each(Object.entries(ISSUE_MESSAGES))('%s: %s', (_, words) => {
    expect(words).toMatch(/^[A-Z][^\\^$[\]]{5,}$/);
    expect(words.replace('{value}', '')).not.toMatch(
      /[{}]|\b(?:input|string|pattern|regex|expected|received)\b/i,
    );
  });

  it('name the bound of the rule', () => {
    const text = z.string().min(3).max(1_000);
    expect(messagesOf(text, 'x').map(issueMessage)).toEqual(['Enter at least 3 characters']);
    expect(messagesOf(text, 'x'.repeat(1_001)).map(issueMessage)).toEqual(['Enter at most 1,000 characters']);
    expect(messagesOf(z.int().min(1).max(200), 0.5).map(issueMessage)).toContain(
      'Enter a whole number in figures, like 1,234',
    );
    expect(messagesOf(z.number().max(200), 201).map(issueMessage)).toEqual([
      'Enter a number that is at most 200',
    ]);
    expect(messagesOf(z.array(z.string()).max(5), ['', '', '', '', '', '']).map(issueMessage)).toEqual([
      'Choose from the list: 5 at most',
    ]);
    expect(messagesOf(z.enum(['a', 'b']), 'c').map(issueMessage)).toEqual(['Choose one of these: a, b']);
    expect(messagesOf(dollars, 1e9).map(issueMessage)).toEqual(['The amount is too large']);
    expect(messagesOf(dollars, 999_999_999.999999)).toEqual([]);
    expect(messagesOf(dollars, 0.1234567)).toEqual(['amount_decimals']);
  });

  it('keep a text that is no code as it is', () => {
    expect(issueMessage('The amount is too small: at least 5')).toBe('The amount is too small: at least 5');
    expect(issueMessage(issueWith('choice_none_of', 'a: b, c'))).toBe('Choose one of these: a: b, c');
  });
});
