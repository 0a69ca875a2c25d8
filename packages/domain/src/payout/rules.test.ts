import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BankDetails,
  bankIssues,
  compactIban,
  compactNumber,
  debtorIssues,
  effectiveMinPayout,
  isIban,
  isRoutingNumber,
  isSwiftCode,
  maskedEmail,
  maskedEnd,
  maskedLabel,
  withdrawableMicros,
} from './rules.ts';

const IBANS = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
];

describe('IBAN', () => {
  it.each(IBANS)('takes %s', (iban) => expect(isIban(iban)).toBe(true));

  it('refuses any single wrong digit and any two neighbouring digits that were swapped', () => {
    fc.assert(
      fc.property(fc.constantFrom(...IBANS), fc.nat(100), fc.nat(9), (iban, at, other) => {
        const index = at % iban.length;
        const [first, second] = [iban.charAt(index), iban.charAt(index + 1)];
        fc.pre(/\d/.test(first));
        if (first !== String(other)) {
          expect(isIban(`${iban.slice(0, index)}${other}${iban.slice(index + 1)}`)).toBe(false);
        }
        if (/\d/.test(second) && first !== second) {
          expect(isIban(`${iban.slice(0, index)}${second}${first}${iban.slice(index + 2)}`)).toBe(false);
        }
      }),
    );
  });
});

describe('routing number', () => {
  it('takes real ones', () => {
    for (const number of ['021000021', '011401533', '121000358']) expect(isRoutingNumber(number)).toBe(true);
    for (const number of ['000000000', '02100002', '0210000211', 'ABCDEFGHI', '021000022']) {
      expect(isRoutingNumber(number)).toBe(false);
    }
  });

  it('refuses any single wrong digit', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.integer({ min: 1, max: 9 }), (at, more) => {
        const digits = [...'021000021'];
        digits[at] = String((Number(digits[at]) + more) % 10);
        expect(isRoutingNumber(digits.join(''))).toBe(false);
      }),
    );
  });
});

it('knows SWIFT codes of 8 and 11 characters', () => {
  for (const code of ['DEUTDEFF', 'DEUTDEFF500', 'NEDSZAJJXXX']) expect(isSwiftCode(code)).toBe(true);
  for (const code of ['', 'DEUTDEF', 'DEUTDEFF50', 'DEUT1EFF', 'deutdeff'])
    expect(isSwiftCode(code)).toBe(false);
});

const BANK: BankDetails = {
  accountName: 'Ada Byron',
  accountNumber: '',
  bankName: 'First Bank',
  swiftCode: '',
  routingNumber: '',
  iban: 'DE89370400440532013000',
  bankAddress: '',
};
const codes = (change: Partial<BankDetails>) => bankIssues({ ...BANK, ...change }).map((issue) => issue.code);

describe('a bank account', () => {
  it('is told by its IBAN, or by account number with routing number or SWIFT code', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ swiftCode: 'DEUTDEFF' })).toEqual([]);
    expect(codes({ iban: '', accountNumber: '000123456789', routingNumber: '021000021' })).toEqual([]);
    expect(codes({ iban: '', accountNumber: '000123456789', swiftCode: 'NEDSZAJJ' })).toEqual([]);
    expect(codes({ iban: 'FR1420041010050500013M02606', swiftCode: 'BNPAMQMX' })).toEqual([]);
  });

  it('says all that is wrong at once', () => {
    expect(codes({ accountName: '', bankName: '', iban: '' })).toEqual([
      'account_name_required',
      'bank_name_required',
      'account_or_iban_required',
    ]);
    expect(codes({ iban: '', accountNumber: '12345' })).toEqual(['routing_or_swift_required']);
    expect(
      codes({ iban: 'DE00370400440532013000', swiftCode: 'X', routingNumber: '1', accountNumber: '!' }),
    ).toEqual(['account_number_invalid', 'iban_invalid', 'routing_number_invalid', 'swift_invalid']);
    expect(codes({ swiftCode: 'NEDSZAJJ' })).toEqual(['swift_iban_country']);
  });
});

describe('the account that the network pays from', () => {
  const OURS = { accountName: 'The Network', iban: 'DE89370400440532013000', bic: 'DEUTDEFF' };
  const faults = (change: Partial<typeof OURS>) =>
    debtorIssues({ ...OURS, ...change }).map(({ field, code }) => `${field}: ${code}`);

  it('has a name and an IBAN; its BIC may be left out', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ bic: '' })).toEqual([]);
    expect(faults({ accountName: '', iban: '' })).toEqual([
      'accountName: account_name_required',
      'iban: required',
    ]);
    expect(faults({ iban: 'DE88370400440532013000' })).toEqual(['iban: iban_invalid']);
  });

  it('has a BIC of its IBAN’s country, if it has one', () => {
    expect(faults({ bic: 'DEUTDEF' })).toEqual(['bic: swift_invalid']);
    expect(faults({ bic: 'NEDSZAJJ' })).toEqual(['bic: swift_iban_country']);
    expect(faults({ iban: '', bic: 'NEDSZAJJ' })).toEqual(['iban: required']);
    expect(faults({ iban: 'FR1420041010050500013M02606', bic: 'BNPAMQMX' })).toEqual([]);
  });
});

describe('masks', () => {
  it('never show more than four characters, nor more than half', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{1,34}$/), (text) => {
        const shown = maskedEnd(text).replace('••••', '').trim();
        expect(shown.length).toBeLessThanOrEqual(Math.min(4, text.length / 2));
        expect(text.endsWith(shown)).toBe(true);
      }),
    );
    expect(maskedEnd('')).toBe('');
    expect(maskedEnd('A')).toBe('••••');
    expect(maskedEnd('AB')).toBe('•••• B');
    expect(maskedEnd('ABCDEFGHIJ')).toBe('•••• GHIJ');
    expect(maskedEmail('ada@company.com')).toBe('a•••@•••.com');
    expect(maskedEmail('ada.byron@localhost')).toBe('a•••@•••');
    expect(maskedEmail('@b.c')).toBe('•••@•••.c');
    expect(maskedLabel(BANK)).toBe('•••• 3000');
    expect(maskedLabel({ ...BANK, iban: '', accountNumber: '000123456789' })).toBe('•••• 6789');
    expect(maskedLabel({ paypalEmail: 'ada@company.com' })).toBe('a•••@•••.com');
  });
});

it('writes numbers without what people put between them', () => {
  expect(compactNumber(' de89 3704-0044.0532 0130 00 ')).toBe('DE89370400440532013000');
  expect(compactNumber('DEUT\u2011DE\u00adFF')).toBe('DEUTDEFF');
});

it.each([
  ['IBAN: DE89 3704 0044 0532 0130 00', 'the word before it'],
  ['iban de89370400440532013000', 'the word without a colon'],
  ['IBAN：ＤＥ８９３７０４００４４０５３２０１３０００', 'wide letters and figures'],
  [
    '\u200e\u2066DE89\u00a03704\u202f0044\u2009 0532 0130\u200b 00\u2069\u202c',
    'marks and spaces that cannot be seen',
  ],
  ['\ufeffDE89–3704—0044‑0532−0130-00', 'dashes of all kinds'],
])('reads an IBAN of %j: %s', (text) => {
  expect(compactIban(text)).toBe('DE89370400440532013000');
});

it('takes no other letters or figures for those of an IBAN', () => {
  expect(isIban(compactIban('DE٨٩370400440532013000'))).toBe(false);
  expect(isIban(compactIban('DЕ89370400440532013000'))).toBe(false);
  expect(compactIban('IBAN')).toBe('');
});

describe('amounts', () => {
  it('pays whole cents, never more than there is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -10n, max: 10n ** 15n }), (available) => {
        const out = withdrawableMicros(available, 10_000n);
        expect(out % 10_000n).toBe(0n);
        expect(out >= 0n && (out === 0n || out <= available)).toBe(true);
        if (available > 0n) expect(available - out < 10_000n).toBe(true);
      }),
    );
  });

  it('pays nothing out of nothing, and nothing of a debt', () => {
    const ofCents = (available: bigint) => withdrawableMicros(available, 10_000n);
    expect([-10_000n, -1n, 0n, 1n, 9_999n].map(ofCents)).toEqual([0n, 0n, 0n, 0n, 0n]);
    expect([10_000n, 10_001n, 19_999n].map(ofCents)).toEqual([10_000n, 10_000n, 10_000n]);
    expect(withdrawableMicros(1_999_999n, 1_000_000n)).toBe(1_000_000n);
  });

  it('asks for the higher of the two minimums', () => {
    expect(effectiveMinPayout(50n, null)).toBe(50n);
    expect(effectiveMinPayout(50n, 100n)).toBe(100n);
    expect(effectiveMinPayout(200n, 100n)).toBe(200n);
  });
});
