import type { Secrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys, type RunQuery, type SigningKey } from '@placard/db/secrets/signing-keys';
import { loadViewerSalts } from '@placard/db/secrets/viewer-salts';
import type { TestDatabase } from '@placard/db/testing/database';
import { totpContext } from '../../../auth/totp.ts';
import type { Actor } from '../../../deps.ts';
import { openMail, queueSecretMail } from '../../../mail/outbox.ts';
import { exportContext } from '../../payments/export-payouts.ts';
import { openDetails, sealDetails } from '../../payments/payment-details.ts';
import { DEBTOR_CONTEXT, readDebtor } from '../../payments/payout-settings.ts';
import { createActor } from '../../testing/fixtures.ts';
import { secretContext } from '../../webhooks/signing.ts';

const AT = new Date('2026-05-13T12:00:00Z');
const DETAILS = { type: 'paypal', paypalEmail: 'ada@company.test' } as const;
const DEBTOR = { name: 'Network', iban: 'DE89370400440532013000', bic: 'COBADEFF' };

export const queryOf =
  ({ pool }: TestDatabase): RunQuery =>
  async (text, values) =>
    (await pool.query(text, [...values])).rows;

/** One value of each kind that is sealed in a database, by these secrets. */
export class SealedWorld {
  readonly database: TestDatabase;
  readonly userId: number;
  readonly #publisherId: number;
  readonly payoutId: number;

  private constructor(database: TestDatabase, user: Actor, payoutId: number) {
    this.database = database;
    this.userId = user.userId;
    this.#publisherId = user.accountId;
    this.payoutId = payoutId;
  }

  static async make(database: TestDatabase, secrets: Secrets): Promise<SealedWorld> {
    const user = await createActor(database.db, ['publisher', 'operator']);
    const { userId } = user;
    await loadSigningKeys(queryOf(database), secrets);
    await loadViewerSalts(queryOf(database), secrets, AT.getTime());
    const totp = (text: string) => secrets.seal(text, totpContext(userId));
    await database.db
      .updateTable('app_user')
      .set({ totp_secret_sealed: totp('SEED'), totp_pending_sealed: totp('NEXT') })
      .where('id', '=', userId)
      .execute();
    const body = 'https://dashboard.test/reset?token=abc';
    const mail = { to: 'ada@company.test', subject: 'Reset', body, language: 'en' as const, at: AT };
    await queueSecretMail(database.db, secrets, mail);
    await database.db
      .updateTable('payout_settings')
      .set({ debtor_sealed: secrets.seal(JSON.stringify(DEBTOR), DEBTOR_CONTEXT), debtor_masked: '{}' })
      .execute();
    await SealedWorld.#addEndpoint(database, secrets, userId);
    return new SealedWorld(database, user, await SealedWorld.#addPayout(database, secrets, user));
  }

  static async #addEndpoint(database: TestDatabase, secrets: Secrets, userId: number): Promise<void> {
    await database.db
      .insertInto('webhook_endpoint')
      .values({
        account_id: null,
        url: 'https://receiver.test/hook',
        event_types: ['payout.status_changed'],
        secret_sealed: secrets.seal('whsec_new', secretContext(null)),
        previous_secret_sealed: secrets.seal('whsec_old', secretContext(null)),
        previous_secret_until: AT,
        created_by: userId,
      })
      .execute();
  }

  static async #addPayout(
    database: TestDatabase,
    secrets: Secrets,
    { userId, accountId }: Actor,
  ): Promise<number> {
    const sealed = sealDetails(secrets, accountId, DETAILS);
    await database.db
      .insertInto('payout_export')
      .values({
        ...{ format: 'sepa', message_id: 'MSG-1', payout_count: 1, amount_micros: 10_000_000n },
        file_sealed: secrets.seal('<Document/>', exportContext('MSG-1')),
        ...{ exported_by: userId, exported_at: AT },
      })
      .execute();
    const profile = await database.db
      .insertInto('payment_profile')
      .values({
        publisher_id: accountId,
        name: 'Mine',
        type: 'paypal',
        details_sealed: sealed,
        masked: '{}',
        created_at: AT,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const payout = await database.db
      .insertInto('payout')
      .values({
        publisher_id: accountId,
        amount_micros: 10_000_000n,
        method: 'paypal',
        payment_profile_id: profile.id,
        details_sealed: sealed,
        requested_at: AT,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return payout.id;
  }

  /** What all of it says, by what reads it. @throws Error where these secrets don't open it */
  async read(secrets: Secrets): Promise<readonly unknown[]> {
    const { db } = this.database;
    const user = await db
      .selectFrom('app_user')
      .select(['totp_secret_sealed as secret', 'totp_pending_sealed as pending'])
      .where('id', '=', this.userId)
      .executeTakeFirstOrThrow();
    const mail = await db.selectFrom('mail_outbox').select(['to_email', 'sealed']).executeTakeFirstOrThrow();
    const details = [
      await db.selectFrom('payment_profile').select('details_sealed').executeTakeFirstOrThrow(),
      await db.selectFrom('payout').select('details_sealed').executeTakeFirstOrThrow(),
    ];
    const file = await db.selectFrom('payout_export').select('file_sealed').executeTakeFirstOrThrow();
    const hook = await db
      .selectFrom('webhook_endpoint')
      .select(['secret_sealed as now', 'previous_secret_sealed as before'])
      .executeTakeFirstOrThrow();
    const open = (sealed: Buffer | null, context: string) => secrets.open(sealed ?? Buffer.alloc(0), context);
    return [
      [user.secret, user.pending].map((sealed) => open(sealed, totpContext(this.userId))),
      openMail(secrets, { to: mail.to_email, sealed: mail.sealed ?? Buffer.alloc(0) }),
      details.map((row) => openDetails(secrets, this.#publisherId, row.details_sealed)),
      open(file.file_sealed, exportContext('MSG-1')),
      await readDebtor(db, secrets),
      [hook.now, hook.before].map((sealed) => open(sealed, secretContext(null))),
      await this.signingKeys(secrets),
      await loadViewerSalts(queryOf(this.database), secrets, AT.getTime()),
    ];
  }

  async signingKeys(secrets: Secrets): Promise<SigningKey[]> {
    return await loadSigningKeys(queryOf(this.database), secrets);
  }
}
