import { readdirSync, readFileSync } from 'node:fs';
import { newPaymentProfile } from '@placard/contract/payments';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isSecretField, KEPT_MS, placeOf, TypingKeeper, typedOf } from './typing-keeper.ts';

const ADA = '1 for 10';
const form = (place: string, text = 'typed') => ({ title: 'Notes', place, typed: { text } });

let keeper: TypingKeeper;
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  keeper = new TypingKeeper();
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives what was typed to who typed it, once, where it was typed', () => {
  keeper.keep(ADA, [form('a'), form('b', 'other')], 0);
  expect(keeper.of(ADA, 1).map(({ place }) => place)).toEqual(['a', 'b']);
  expect(keeper.take(ADA, 'c', 1)).toBeNull();
  expect(keeper.take(ADA, 'b', 1)).toEqual({ text: 'other' });
  expect(keeper.take(ADA, 'b', 1)).toBeNull();
  expect(keeper.take(ADA, 'a', 1)).toEqual({ text: 'typed' });
});

it.each(['2 for 10', '1 for 11'])('forgets it as soon as it is asked for by %s', (other) => {
  keeper.keep(ADA, [form('a')], 0);
  expect(keeper.take(other, 'a', 1)).toBeNull();
  expect(keeper.of(ADA, 1)).toEqual([]);
});

it('keeps what was not looked at yet when the session ends once more, in its newest state', () => {
  keeper.keep(ADA, [form('a'), form('b')], 0);
  keeper.keep(ADA, [form('b', 'newer')], 5);
  expect(keeper.of(ADA, 6)).toEqual([form('a'), form('b', 'newer')]);
  keeper.keep('2 for 10', [], 7);
  expect(keeper.of(ADA, 8)).toEqual([]);
});

it('keeps it for an hour', () => {
  keeper.keep(ADA, [form('a')], 0);
  expect(keeper.of(ADA, KEPT_MS - 1)).toHaveLength(1);
  expect(keeper.of(ADA, KEPT_MS)).toEqual([]);
  // Nobody has to ask.
  keeper.keep(ADA, [form('a')], 0);
  vi.advanceTimersByTime(KEPT_MS);
  expect(keeper.of(ADA, 1)).toEqual([]);
});

it('keeps what was typed, and no secret', () => {
  const begins = { name: 'Ada', reason: '', currentPassword: '', code: '', iban: '' };
  const values = {
    name: 'Ada',
    reason: 'Because',
    currentPassword: 'Words-And-1',
    code: '123456',
    iban: 'DE',
  };
  const isDirty = (field: string) => Reflect.get(begins, field) !== Reflect.get(values, field);
  expect(typedOf(begins, values, isDirty)).toEqual({ reason: 'Because' });
  expect(typedOf(begins, { ...values, reason: '' }, (field) => field === 'code')).toBeNull();
  // The code of a reason is a choice, and has one from the beginning.
  expect(typedOf({ code: 'misleading' }, { code: 'malware' }, () => true)).toEqual({ code: 'malware' });
});

it('knows a form by its address, its title and what it begins with', () => {
  const place = placeOf('/account', 'Settings', { name: 'Ada', iban: 'DE' });
  expect(placeOf('/account', 'Settings', { name: 'Ada', iban: 'FR' })).toBe(place);
  expect(place).not.toContain('DE');
  for (const other of [
    placeOf('/publisher/payment', 'Settings', { name: 'Ada' }),
    placeOf('/account', 'Billing', { name: 'Ada' }),
    placeOf('/account', 'Settings', { name: 'Bob' }),
  ]) {
    expect(other).not.toBe(place);
  }
});

it('takes each detail of a bank account, and of PayPal, for a secret', () => {
  const details = newPaymentProfile.shape.details.options.flatMap(({ shape }) => Object.keys(shape));
  expect(details).toContain('iban');
  expect(details.filter((field) => field !== 'type' && !isSecretField(field, ''))).toEqual([]);
});

// No form asks for these today.
it.each(['totp', 'clientSecret', 'accessToken', 'apiKey', 'api_key', 'bic', 'cardNumber', 'cardHolder'])(
  'takes %s for a secret',
  (field) => expect(isSecretField(field, '')).toBe(true),
);

it.each(['name', 'accountNameOfOthers', 'bicycles', 'landingUrl', 'embankment', 'bid'])(
  'keeps %s, which is none',
  (field) => expect(isSecretField(field, '')).toBe(false),
);

it('takes for a secret whatever a form asks for as a password or a one-time code', () => {
  const folder = new URL('../../', import.meta.url);
  const screens = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const elements = screens.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/<(?:Password|Text)Input\b[^<]*\/>/g)]
      .map(([element]) => element)
      .filter((element) => /^<Password|one-time-code/.test(element)),
  );
  const fields = elements.map((element) => /getInputProps\('(\w+)'/.exec(element)?.[1]);
  expect(new Set(fields)).toEqual(new Set(['currentPassword', 'newPassword', 'confirmPassword', 'code']));
  expect(fields.filter((field) => !isSecretField(field ?? '', ''))).toEqual([]);
});
