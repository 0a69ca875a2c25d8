import type { PayoutSettings, payoutSettingsChange } from '@placard/contract/payouts';
import type { Db, Tx } from '@placard/db/database';
import type { PayoutSettingsTable } from '@placard/db/schema/payouts';
import type { Secrets } from '@placard/db/secrets/secrets';
import { dollarsFromMicros, formatMicros, type Micros } from '@placard/domain/micros';
import { limitAskedFor, limitAt, objectedSince, planLimit } from '@placard/domain/payout/approval';
import { type DebtorAccount, type MaskedDebtor, maskedEnd } from '@placard/domain/payout/rules';
import { isSepaName } from '@placard/domain/payout/sepa-text';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../../deps.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { microsOf } from '../dollars.ts';
import { inTransaction } from '../in-transaction.ts';
import { theRow } from '../the-row.ts';
import { tellOperators } from '../users/tell-operators.ts';
import { planOf } from './approval-limit.ts';
import { isSepaIban } from './sepa-batch.ts';

export const DEBTOR_CONTEXT = 'payout debtor account';

/** The account that pays, or null where none was entered. @throws AppError `conflict_status` with another installation's key. */
export async function readDebtor(db: Db, secrets: Secrets): Promise<DebtorAccount | null> {
  const { debtor_sealed } = await db
    .selectFrom('payout_settings')
    .select('debtor_sealed')
    .executeTakeFirstOrThrow();
  if (debtor_sealed === null) return null;
  try {
    // Only what passed the contract's schema was sealed, and a sealed value that was changed does not open.
    return JSON.parse(secrets.open(debtor_sealed, DEBTOR_CONTEXT)) as DebtorAccount;
  } catch {
    throw new AppError('conflict_status', { reason: 'sepa_debtor_unreadable' });
  }
}

export async function readPayoutSettings({ db, clock }: HasDb & HasClock): Promise<PayoutSettings> {
  const row = await db.selectFrom('payout_settings').selectAll().executeTakeFirstOrThrow();
  return settingsView(row, { currency: await readCurrency(db), now: clock() });
}

function settingsView(
  row: Selectable<PayoutSettingsTable>,
  { currency, now }: { readonly currency: string; readonly now: Date },
): PayoutSettings {
  const plan = planOf(row);
  const { raised } = plan;
  return {
    version: row.version,
    approvalLimit: dollarsFromMicros(limitAt(plan, now)),
    raised:
      raised === null || raised.from.getTime() <= now.getTime()
        ? null
        : {
            approvalLimit: dollarsFromMicros(raised.limitMicros),
            countsFrom: raised.from.toISOString(),
          },
    debtor: row.debtor_masked,
    currency,
  };
}

function maskedDebtor({ accountName, iban, bic }: DebtorAccount): MaskedDebtor {
  return {
    accountName,
    iban: `${iban.slice(0, 2)} ${maskedEnd(iban)}`,
    ...(bic === '' ? {} : { bic: '••••' }),
  };
}

/**
 * Changes the approval limit, which counts later where it is raised, and, where it is given, the paying account; the
 * audit log never sees the account.
 * @throws AppError `invalid_input`, `conflict_version`.
 */
export async function updatePayoutSettings(
  deps: HasDb & HasClock & HasSecrets,
  actor: Actor,
  input: z.output<typeof payoutSettingsChange>,
): Promise<PayoutSettings> {
  const { debtor } = input;
  if (debtor !== undefined && debtor !== null) checkDebtor(debtor);
  return await inTransaction(deps.db, async (trx) => {
    const before = await trx.selectFrom('payout_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
    if (before.version !== input.version) throw new AppError('conflict_version');
    const now = deps.clock();
    const plan = planLimit(planOf(before), microsOf(input.approvalLimit), {
      now,
      onlyOperator: await isOnlyOperator(trx, actor, now),
    });
    const after = await trx
      .updateTable('payout_settings')
      .set({
        approval_limit_micros: plan.limitMicros,
        raised_limit_micros: plan.raised?.limitMicros ?? null,
        raised_limit_from: plan.raised?.from ?? null,
        version: input.version + 1,
        ...(debtor === undefined
          ? {}
          : {
              debtor_sealed:
                debtor === null ? null : deps.secrets.seal(JSON.stringify(debtor), DEBTOR_CONTEXT),
              debtor_masked: debtor === null ? null : JSON.stringify(maskedDebtor(debtor)),
            }),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'payout_settings.update',
      subjectKind: 'settings',
      subjectId: null,
      detail: {
        ...changesOf(
          { approvalLimit: dollarsFromMicros(limitAskedFor(planOf(before))) },
          { approvalLimit: input.approvalLimit },
        ),
        ...(plan.raised === null ? {} : { limitCountsFrom: plan.raised.from.toISOString() }),
        ...(debtor === undefined ? {} : { payingAccount: debtor === null ? 'removed' : 'replaced' }),
      },
      at: now,
    });
    const currency = await readCurrency(trx);
    await tellOfChange(trx, actor, { before, after, debtor, currency, at: now });
    return settingsView(after, { currency, now });
  });
}

/** Who could pay out alone from now on, or to where, is everybody's matter. */
async function tellOfChange(
  trx: Tx,
  actor: Actor,
  changed: {
    readonly before: Selectable<PayoutSettingsTable>;
    readonly after: Selectable<PayoutSettingsTable>;
    readonly debtor: DebtorAccount | null | undefined;
    readonly currency: string;
    readonly at: Date;
  },
): Promise<void> {
  const { before, after, debtor, currency, at } = changed;
  const [planned, plan] = [planOf(before), planOf(after)];
  const [was, is] = [limitAskedFor(planned), limitAskedFor(plan)];
  if (was !== is) {
    // Figures alone: each operator reads them in sentences of their own language.
    const words = (limit: Micros) => `${currency} ${formatMicros(limit)}`;
    const later = plan.raised === null ? '' : ` (${utcMinute(plan.raised.from)})`;
    const about = `${words(was)} → ${words(is)}${later}`;
    await tellOperators(trx, actor, { change: 'approval_limit', about, at });
  }
  if (debtor !== undefined) {
    const about = debtor === null ? '–' : maskedEnd(debtor.iban);
    await tellOperators(trx, actor, { change: 'paying_account', about, at });
  }
}

const utcMinute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Whether nobody else could object: no other operator there is, active or not, and none whose role was taken away lately,
 * or whoever takes it from the others would be the only one.
 */
async function isOnlyOperator(trx: Tx, { userId }: Actor, now: Date): Promise<boolean> {
  const found = await sql<{ others: boolean }>`
    select exists (select from user_role where role = 'operator' and user_id <> ${userId})
        or exists (select from audit_log
                    where subject_kind = 'user' and action = 'user.set_roles' and at > ${objectedSince(now)}
                      and detail->'roles'->'before' ? 'operator' and not detail->'roles'->'after' ? 'operator') as others`.execute(
    trx,
  );
  return !theRow(found).others;
}

/** Rules that need tables of all countries. A BIC is of the country of its IBAN, which is in them. */
function checkDebtor(debtor: DebtorAccount): void {
  const issues = [];
  if (!isSepaName(debtor.accountName)) issues.push(issueAt('debtor.accountName', 'account_name_not_latin'));
  if (!isSepaIban(debtor.iban)) issues.push(issueAt('debtor.iban', 'iban_not_sepa'));
  if (issues.length > 0) throw invalidInput(...issues);
}
