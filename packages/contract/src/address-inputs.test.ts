import { expect, test } from 'vitest';
import { inputPlaces } from './testing/walk-schemas.ts';

/** What people copy from a mail or an app instead of typing it, by the last name of its field. */
const COPIED: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  paypalEmail: 'ada@example.com',
  clickUrl: 'https://shop.example/a',
  url: 'https://shop.example/a',
  termsUrl: 'https://shop.example/a',
  code: '123456',
  totp: '123456',
};

const places = inputPlaces().flatMap(({ operation, path, schema }) => {
  const sample = COPIED[path.split('.').at(-1) ?? ''];
  return sample !== undefined && schema.safeParse(sample).success
    ? [{ operation, path, schema, sample }]
    : [];
});

test('addresses and codes are copied into many places', () => {
  const found = places.map(({ operation, path }) => `${operation} ${path}`);
  for (const one of [
    ...['auth.login email', 'auth.login totp', 'auth.confirmTotp code', 'auth.updateProfile email'],
    ...[
      'creatives.create content.clickUrl',
      'networkWebhooks.create url',
      'operator.updateSettings termsUrl',
    ],
    ...['accounts.invite email', 'passkeys.begin code', 'payments.createProfile details.paypalEmail'],
  ])
    expect(found).toContain(one);
});

test.each(places)('$operation takes $path without what is not seen in it', ({ schema, sample }) => {
  for (const copied of [`${sample}\u200b`, `\ufeff${sample} \n`, `\u202a${sample}\u202c`])
    expect(schema.safeParse(copied)).toMatchObject({ success: true, data: sample });
});
