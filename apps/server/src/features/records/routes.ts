import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { findOwnRecords } from './find-own-records.ts';
import { findRecords } from './find-records.ts';
import { readAccountRecord } from './read-account.ts';
import { readAccountEarnings, readAccountWallet } from './read-account-money.ts';
import { readUserRecord } from './read-user.ts';
import { trustAccount } from './trust-account.ts';

/** The operator's way to every record: by what it is called, and to the people and accounts behind it. */
export function recordsRoutes(deps: AppDeps) {
  const { records } = operations;
  return {
    find: records.find.handler(async ({ input }) => ({
      data: { items: await findRecords(deps, input.search) },
    })),
    findOwn: records.findOwn.handler(answer(deps, findOwnRecords)),
    user: records.user.handler(async ({ input }) => ({ data: await readUserRecord(deps, input.id) })),
    trustAccount: records.trustAccount.handler(answer(deps, trustAccount)),
    account: records.account.handler(answer(deps, readAccountRecord)),
    wallet: records.wallet.handler(answer(deps, readAccountWallet)),
    earnings: records.earnings.handler(answer(deps, readAccountEarnings)),
  };
}
