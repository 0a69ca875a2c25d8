import { expect, test } from 'vitest';
import { z } from 'zod';
import { newPaymentProfile } from './payments.ts';
import { listQuery } from './scalars.ts';
import { inputPlaces } from './testing/walk-schemas.ts';

/** What people and things are called, in every operation that is told so. */
const CALLED = /(^|\.)(\w*[nN]ame|company|phone|headingTitle|altText)$/;

// An enum or a fixed text says itself what it may be.
const names = inputPlaces().filter(({ path, schema }) => CALLED.test(path) && schema instanceof z.ZodString);

test('names are told in many places', () => {
  const found = names.map(({ operation, path }) => `${operation} ${path}`);
  for (const one of [
    ...[
      'campaigns.create campaign.name',
      'campaigns.create adSet.name',
      'campaigns.updateNameAndBudgets name',
    ],
    ...['creatives.create basicInfo.name', 'creatives.updateBasicInfo name', 'widgets.create name'],
    ...['auth.updateProfile firstName', 'auth.updateProfile company', 'auth.acceptLink lastName'],
    ...['payments.createProfile name', 'payments.createProfile details.accountName', 'views.create name'],
    ...['operator.updateSettings networkName', 'payouts.updateSettings debtor.accountName'],
  ]) {
    expect(found).toContain(one);
  }
});

test.each(names)('$operation keeps what looks the same in $path as one text', ({ schema }) => {
  expect(schema.safeParse('Cafe\u0301 Zoe\u0308')).toMatchObject({
    success: true,
    data: 'Caf\u00e9 Zo\u00eb',
  });
});

test('what is looked for is the same text', () => {
  const { search } = listQuery(['name']);
  expect(search.parse('cafe\u0301')).toBe('caf\u00e9');
});

test.each(names)('$operation refuses what hides in $path', ({ schema }) => {
  expect(schema.safeParse('Zoë’s 東京 desk').success).toBe(true);
  for (const hidden of [
    '\r\n',
    '\u001b',
    '\u0000',
    '\u202e',
    '\u2066',
    '\u200b',
    '\u200f',
    '\ufeff',
    '\u0301'.repeat(10),
  ]) {
    const { error } = schema.safeParse(`Paper${hidden}mill`);
    expect([hidden, error?.issues.map(({ message }) => message)]).toEqual([hidden, ['hidden_characters']]);
  }
});

test('a bank’s address has lines, and nothing that hides', () => {
  const faults = (bankAddress: string) =>
    newPaymentProfile
      .safeParse({
        name: 'Current account',
        details: {
          ...{ type: 'bank_account', accountName: 'Ada', bankName: 'Quayside Bank' },
          ...{ iban: 'DE89370400440532013000', bankAddress },
        },
      })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(faults('1 Quay\nHarbour')).toBeUndefined();
  expect(faults('1 Quay\u0000')).toEqual([['details.bankAddress', 'unseen_characters']]);
});
