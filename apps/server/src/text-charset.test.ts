import { expect, it } from 'vitest';
import { withCharset } from './text-charset.ts';

it.each([
  ['text/csv', 'text/csv; charset=utf-8'],
  ['text/plain', 'text/plain; charset=utf-8'],
  ['application/xml', 'application/xml; charset=utf-8'],
])('says how %s is encoded', (type, told) => expect(withCharset(type)).toBe(told));

it.each([
  'text/csv; charset=utf-8',
  'text/html;charset=utf-16',
  'application/pdf',
  'image/svg+xml',
  'application/json',
])('leaves %s as it is', (type) => expect(withCharset(type)).toBe(type));
