import type { PaymentProfile, TypedPaymentDetails } from '@placard/contract/payments';
import type { Db, Tx } from '@placard/db/database';
import type { PaymentProfileTable } from '@placard/db/schema/payouts';
import { type Selectable, sql } from 'kysely';
import { AppError, refuseFull } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { auditOf, changesOf } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { checkBankTables, maskedFields, sealDetails } from './payment-details.ts';
import { mailPublisher } from './payment-mail.ts';

export type ProfileRecord = Selectable<PaymentProfileTable>;

/** Nobody is paid to more places than this. */
const MAX_PROFILES = 20;

export function profileView(row: ProfileRecord): PaymentProfile {
  const masked = row.masked;
  const account = masked.paypalEmail ?? masked.iban ?? masked.accountNumber ?? '••••';
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    type: row.type,
    isDefault: row.is_default,
    createdAt: row.created_at.toISOString(),
    masked,
    label: masked.bankName === undefined ? account : `${masked.bankName} ${account}`,
  };
}

function liveProfiles(db: Db, publisherId: number) {
  return db
    .selectFrom('payment_profile')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('deleted_at', 'is', null);
}

/** One's own profile that was not deleted. @throws AppError `payment_profile_not_found`. */
export async function ownProfile(db: Db, publisherId: number, profileId: number): Promise<ProfileRecord> {
  return await liveProfiles(db, publisherId)
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow(() => new AppError('payment_profile_not_found'));
}

export async function defaultProfile(db: Db, publisherId: number): Promise<ProfileRecord | undefined> {
  return await liveProfiles(db, publisherId).where('is_default', '=', true).executeTakeFirst();
}

/** Changes of one publisher's profiles go one after the other: two "first" ones would both be the default. */
async function lockProfiles(trx: Tx, publisherId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment_profile ${publisherId}`}, 0))`.execute(
    trx,
  );
}

/** Names and types only: what was typed into the details is nobody's to read. */
const auditProfile = auditOf('publisher', 'payment_profile');

/** The default first, then by age. */
export async function listProfiles({ db }: HasDb, actor: Actor): Promise<{ items: PaymentProfile[] }> {
  const rows = await liveProfiles(db, actor.accountId).orderBy('is_default', 'desc').orderBy('id').execute();
  return { items: rows.map(profileView) };
}

type Deps = HasDb & HasClock & HasSecrets;

/** Adds a profile; the first one is the default. @throws AppError `invalid_input`, `conflict_status` with too many. */
export async function createProfile(
  deps: Deps,
  actor: Actor,
  input: { readonly name: string; readonly details: TypedPaymentDetails },
): Promise<PaymentProfile> {
  checkBankTables(input.details);
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await lockProfiles(trx, actor.accountId);
    const present = await liveProfiles(trx, actor.accountId).execute();
    refuseFull(present.length, MAX_PROFILES, 'payment_profiles_full');
    const row = await trx
      .insertInto('payment_profile')
      .values({
        publisher_id: actor.accountId,
        name: input.name,
        type: input.details.type,
        details_sealed: sealDetails(deps.secrets, actor.accountId, input.details),
        masked: JSON.stringify(maskedFields(input.details)),
        is_default: present.length === 0,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await auditProfile(trx, actor, 'payment_profile.create', row.id, now, {
      name: row.name,
      type: row.type,
      isDefault: row.is_default,
    });
    const network = await networkName(trx);
    await mailPublisher(trx, actor.accountId, now, mailText('paymentProfile', { network, name: row.name }));
    return profileView(row);
  });
}

/** Renames a profile or replaces all of its details; payouts asked for before keep theirs. */
export async function updateProfile(
  deps: Deps,
  actor: Actor,
  input: {
    readonly id: number;
    readonly version: number;
    readonly name: string;
    readonly details?: TypedPaymentDetails | undefined;
  },
): Promise<PaymentProfile> {
  const { details } = input;
  if (details !== undefined) checkBankTables(details);
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await lockProfiles(trx, actor.accountId);
    const before = await ownProfile(trx, actor.accountId, input.id);
    const row = await trx
      .updateTable('payment_profile')
      .set({
        name: input.name,
        version: input.version + 1,
        ...(details === undefined
          ? {}
          : {
              type: details.type,
              details_sealed: sealDetails(deps.secrets, actor.accountId, details),
              masked: JSON.stringify(maskedFields(details)),
            }),
      })
      .where('id', '=', before.id)
      .where('version', '=', input.version)
      .returningAll()
      .executeTakeFirstOrThrow(() => new AppError('conflict_version'));
    await auditProfile(trx, actor, 'payment_profile.update', row.id, now, {
      ...changesOf({ name: before.name, type: before.type }, { name: row.name, type: row.type }),
      detailsReplaced: details !== undefined,
    });
    if (details !== undefined) {
      const network = await networkName(trx);
      await mailPublisher(trx, actor.accountId, now, mailText('paymentProfile', { network, name: row.name }));
    }
    return profileView(row);
  });
}

/** Deletes a profile and erases its details. Was it the default, there is none until another one is chosen. */
export async function deleteProfile(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<void> {
  const now = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    await lockProfiles(trx, actor.accountId);
    const row = await ownProfile(trx, actor.accountId, input.id);
    await trx
      .updateTable('payment_profile')
      .set({ deleted_at: now, details_sealed: Buffer.alloc(0), masked: '{}' })
      .where('id', '=', row.id)
      .execute();
    await auditProfile(trx, actor, 'payment_profile.delete', row.id, now, {
      name: row.name,
      deleted: { before: false, after: true },
    });
  });
}

export async function setDefaultProfile(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<PaymentProfile> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await lockProfiles(trx, actor.accountId);
    const row = await ownProfile(trx, actor.accountId, input.id);
    if (row.is_default) return profileView(row);
    const before = await defaultProfile(trx, actor.accountId);
    if (before !== undefined) {
      await trx
        .updateTable('payment_profile')
        .set({ is_default: false })
        .where('id', '=', before.id)
        .execute();
    }
    const after = await trx
      .updateTable('payment_profile')
      .set({ is_default: true })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await auditProfile(trx, actor, 'payment_profile.set_default', row.id, now, {
      default: { before: before?.id ?? null, after: row.id },
    });
    return profileView(after);
  });
}
