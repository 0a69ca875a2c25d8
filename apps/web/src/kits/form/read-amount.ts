import type { IssueCode } from '@placard/contract/issue-messages';
import { affixesOf, type NumberFault, readNumber } from '../../lib/format/number-text.ts';
import type { Amount } from './amount.ts';

type NumberKind = {
  readonly decimals: number;
  readonly issues: Readonly<Record<NumberFault, IssueCode>>;
};

const AMOUNT_ISSUES = {
  negative: 'amount_negative',
  too_large: 'amount_too_large',
  unreadable: 'amount_unreadable',
} as const;

/** What number fields are for, and how each names what it does not take. */
export const NUMBER_KINDS = {
  /** Money is exact to the micro. */
  money: { decimals: 6, issues: { ...AMOUNT_ISSUES, decimals: 'amount_decimals' } },
  /** What banks and cards move. */
  cents: { decimals: 2, issues: { ...AMOUNT_ISSUES, decimals: 'amount_whole_cents' } },
  count: {
    decimals: 0,
    issues: {
      negative: 'number_negative',
      decimals: 'number_not_whole',
      too_large: 'number_too_large',
      unreadable: 'number_not_whole',
    },
  },
  percent: {
    decimals: 2,
    issues: {
      negative: 'percent_invalid',
      decimals: 'percent_invalid',
      too_large: 'percent_invalid',
      unreadable: 'percent_invalid',
    },
  },
} as const satisfies Record<string, NumberKind>;

export type NumberKindName = keyof typeof NUMBER_KINDS;

/** What a field holds after `typed`. `show` is how it shows its number at rest: what stands around it may be typed as well. */
export function readAmount(
  typed: string,
  kind: NumberKindName,
  locale: string,
  show: (value: number) => string,
  affixes: readonly string[] = [],
): Amount {
  const { decimals, issues } = NUMBER_KINDS[kind];
  const reading = readNumber(typed, locale, { decimals, affixes: [...affixesOf(show), ...affixes] });
  if ('empty' in reading) return '';
  return 'value' in reading ? reading.value : { typed, issue: issues[reading.fault] };
}
