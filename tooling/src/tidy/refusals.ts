import { isTest, type SourceFile } from './source-tree.ts';

const SERVER = 'apps/server/src/';

/**
 * Files of the server that refuse something with the general sentence of a code, and why nobody at a screen misses another: what they say in
 * English says no more than that, and no screen offers what they refuse. All but the first few are guards below the locks that a refusal
 * with words of its own stands before.
 */
const GENERAL: ReadonlySet<string> = new Set(
  [
    // Bodies and headers that only a program sends.
    'api/body-parsers.ts',
    'api/entity-tags.ts',
    'http/refuse-unread.ts',
    // Booked already under this reference: the ledger's own guard.
    'http/error-encoding.ts',
    // Only deposits by card have the button; only websites that are not archived are in the list.
    'features/billing/card-payments/pay-deposit.ts',
    'features/ads-txt/check-website.ts',
    // The row was read in this status, and is locked.
    'features/write-locked.ts',
    'features/corrections/book-correction.ts',
    'features/payments/act-on-payout.ts',
    'features/payments/cancel-withdrawal.ts',
    // The same secret is confirmed twice at once.
    'features/account/two-factor.ts',
  ].map((path) => SERVER + path),
);

/**
 * Words for programs alone, or a code that is said of many things (`conflict_status`, `invalid_input`) without a reason or issues. The compiler
 * refuses an English sentence that has no reason beside it.
 */
const WITHOUT_WORDS = /\bapiOnly\b|\bnew AppError\(\s*'(?:conflict_status|invalid_input)'\s*\)/;

/** Refusals that a reader of another language would be told in general, though the server knows more. */
export function refusalsWithoutWords(
  sources: readonly SourceFile[],
  general: ReadonlySet<string> = GENERAL,
): string[] {
  const found = sources
    .filter(({ path, text }) => path.startsWith(SERVER) && !isTest(path) && WITHOUT_WORDS.test(text))
    .map(({ path }) => path)
    .filter((path) => path !== `${SERVER}api/app-error.ts`);
  return [
    ...found
      .filter((path) => !general.has(path))
      .map((path) => `${path}: refuses without a reason of refusal-messages.ts`),
    ...[...general]
      .filter((path) => !found.includes(path))
      .map((path) => `${path}: refuses nothing like that`),
  ];
}
