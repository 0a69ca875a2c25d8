import type { BillingDetails, billingDetailsInput } from '@placard/contract/billing-details';
import type { Db } from '@placard/db/database';
import type { BillingDetailsTable } from '@placard/db/schema/accounts';
import { addressLines } from '@placard/domain/billing/party';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { checkedVatNumber } from './vat-number.ts';

type DetailsAnswer = { details: BillingDetails | null; version: number };
type Row = Selectable<BillingDetailsTable>;

const NOTHING: DetailsAnswer = { details: null, version: 0 };

function answerOf(row: Row | undefined): DetailsAnswer {
  if (row === undefined) return NOTHING;
  const { name, address, country, vat_number: vatNumber, registration_number: registrationNumber } = row;
  const details = {
    name,
    address,
    country,
    vatNumber: vatNumber ?? '',
    registrationNumber: registrationNumber ?? '',
    isBusiness: row.is_business,
  };
  return { details, version: row.version };
}

/** How an account is named on documents; undefined while it has not said. */
export async function detailsOf(db: Db, accountId: number): Promise<Row | undefined> {
  return await db
    .selectFrom('billing_details')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function readBillingDetails({ db }: HasDb, actor: Actor): Promise<DetailsAnswer> {
  return answerOf(await detailsOf(db, actor.accountId));
}

/**
 * Changes how the account is named on documents from now on; what was issued stays.
 * @throws AppError `invalid_input` for a VAT number that can't be one of the country, `conflict_version`
 */
export async function saveBillingDetails(
  deps: HasDb & HasClock,
  actor: Actor,
  input: z.output<typeof billingDetailsInput> & { readonly version: number },
): Promise<DetailsAnswer> {
  const vatNumber = checkedVatNumber(input.country, input.vatNumber);
  if (vatNumber === 'invalid') throw invalidInput(issueAt('vatNumber', 'vat_number_invalid'));
  return await inTransaction(deps.db, async (trx) => {
    const before = await detailsOf(trx, actor.accountId);
    const row = {
      name: input.name,
      address: addressLines(input.address).join('\n'),
      country: input.country,
      vat_number: vatNumber,
      registration_number: input.registrationNumber === '' ? null : input.registrationNumber,
      is_business: input.isBusiness,
      version: input.version + 1,
    };
    const saved = await trx
      .insertInto('billing_details')
      .values({ ...row, account_id: actor.accountId })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet(row).where('billing_details.version', '=', input.version),
      )
      .returningAll()
      .executeTakeFirst();
    // The first to save began with 0, as whoever saw nothing does; everybody else has seen a version.
    if (saved === undefined || (before === undefined) !== (input.version === 0)) {
      throw new AppError('conflict_version');
    }
    const after = answerOf(saved);
    await writeAudit(trx, {
      ...doneBy(actor, auditKindOf(actor)),
      action: 'billing_details.update',
      subjectKind: 'account',
      subjectId: actor.accountId,
      detail: changesOf(answerOf(before).details ?? {}, after.details ?? {}),
      at: deps.clock(),
    });
    return after;
  });
}
