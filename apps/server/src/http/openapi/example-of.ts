import type { SchemaNode } from './schema-node.ts';

/** Where a made-up text would say nothing, or not fit. */
const BY_NAME: Readonly<Record<string, string | number>> = {
  accountName: 'Lanterns Ltd.',
  adCode: '<a href="https://lanterns.example">Lanterns</a>',
  advertiserDomain: 'lanterns.example',
  amount: 50,
  bid: 0.8,
  bic: 'COBADEFFXXX',
  body: '{"type":"campaign.status_changed"}',
  before: '17',
  brand: 'visa',
  calendarMonth: '2026-02',
  clickUrl: 'https://lanterns.example/spring',
  country: 'DE',
  currency: 'USD',
  dailyBudget: 5,
  deliveryId: '17',
  domain: 'garden.example',
  email: 'ada@lanterns.example',
  endTime: '22:30',
  firstName: 'Ada',
  iban: 'DE89370400440532013000',
  imageKey: '5f0c1e',
  lastName: 'Byron',
  month: '2026-02',
  name: 'Lanterns',
  password: 'Correct-Horse-1',
  newPassword: 'Correct-Horse-2',
  paypalEmail: 'ada@lanterns.example',
  percent: 19,
  phone: '+49 30 123456',
  requestKey: 'lanterns-2030-spring',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw1nRMw2n1lKU=',
  sort: 'name',
  startTime: '08:00',
  swiftCode: 'COBADEFFXXX',
  time: '08:00',
  timeZone: 'Europe/Berlin',
  totalBudget: 50,
  token: 'mJ0y4sV1QmK8uTzXb2cD5eF7gH9iJ1kL3mN5oP7qR9s',
  url: 'https://lanterns.example/hooks',
  value: 'lanterns.example',
  vatNumber: 'DE136695976',
};

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-03-10T12:00:00Z',
  date: '2026-03-10',
  email: 'ada@lanterns.example',
  uri: 'https://lanterns.example/',
};

const TEXTS = ['17', '2026-02', '08:00', 'USD', 'DE', 'text', '123456'];

/**
 * A value that fits a schema and looks like one of such a field.
 * @returns undefined for what has fields of its own, which have examples themselves
 */
export function exampleOf(name: string, schema: SchemaNode): unknown {
  const { type, anyOf, oneOf, items } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const options = anyOf ?? oneOf;
  if (options !== undefined) {
    const found = options.filter((option) => option.type !== 'null').map((option) => exampleOf(name, option));
    return found.find((example) => example !== undefined);
  }
  if (type === 'string' || type === 'number' || type === 'integer') return leafExample(name, schema, type);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'array' && items !== undefined) {
    const one = exampleOf(name.replace(/ies$/, 'y').replace(/s$/, ''), items);
    return one === undefined ? undefined : [one];
  }
  if (type === 'object' && schema.properties === undefined) return {};
  return undefined;
}

function leafExample(name: string, schema: SchemaNode, type: 'string' | 'number' | 'integer'): unknown {
  const named = BY_NAME[name];
  if (type === 'string') {
    const wishes = [
      ...(typeof named === 'string' ? [named] : []),
      ...(schema.format === undefined ? [] : [BY_FORMAT[schema.format] ?? '']),
      ...TEXTS,
    ];
    const lengthened = wishes.map((wish) =>
      wish.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength),
    );
    return lengthened.find((wish) => fitsText(wish, schema)) ?? lengthened[0];
  }
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, exclusiveMinimum, multipleOf } = schema;
  const whole = type === 'integer' || multipleOf === 1;
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  const wish = typeof named === 'number' ? named : whole ? 1 : 12.5;
  const within = Math.min(maximum, Math.max(least, wish));
  return whole ? Math.round(within) : within;
}

function fitsText(
  text: string,
  { pattern, format, minLength = 0, maxLength = Infinity }: SchemaNode,
): boolean {
  if (text.length < minLength || text.length > maxLength) return false;
  if (
    format !== undefined &&
    format in BY_FORMAT &&
    text !== BY_FORMAT[format] &&
    !(format === 'email' && text.includes('@'))
  )
    return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(text);
}
