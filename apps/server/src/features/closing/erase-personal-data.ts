import type { Tx } from '@placard/db/database';
import { type RawBuilder, sql } from 'kysely';
import { MAIL_MAX_AGE_MS } from '../../mail/mail-sender.ts';

type Erased = {
  readonly accountId: number;
  /** Who was closed with it: others still act for an account. */
  readonly personIds: readonly number[];
  readonly at: Date;
};

/**
 * Of the log's details about persons and accounts only this is kept: how something stood and whose decision it was.
 * Names, addresses and what was typed go.
 */
const KEPT_DETAILS = ['status', 'roles', 'role', 'by', 'trusted', 'because', 'givenUpMicros', 'unpaidMicros'];
const PERSONAL_SUBJECTS = ['user', 'account', 'api_key', 'payment_profile', 'webhook', 'billing_details'];

/**
 * Takes out what is about persons. What books need stays: the ledger, documents as they were issued, payouts with the
 * bank details they were paid to (sealed), deposits and cards' last four digits; so do names of campaigns and domains,
 * which reports are made of.
 */
export async function erasePersonalData(trx: Tx, erased: Erased): Promise<void> {
  const named = await namesOf(trx, erased);
  await eraseMails(trx, erased, named);
  await eraseNoticesOf(trx, named);
  await erasePersons(trx, erased);
  await eraseAccount(trx, erased);
  await eraseNotes(trx, erased);
  await eraseLog(trx, erased);
}

const ids = (values: readonly number[]): RawBuilder<unknown> => sql`any(${[...values]}::int[])`;

type Named = { readonly email: string; readonly name: string };

/** By which mails name them: their address, and first and last name together. */
async function namesOf(trx: Tx, { personIds }: Erased): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select email, case when first_name <> '' and last_name <> '' then first_name || ' ' || last_name else email end as name
      from app_user where id = ${ids(personIds)}`.execute(trx);
  return rows;
}

/** Mails to them, and those to others that name them. None of these is sent any more: mails are given up after a day. */
async function eraseMails(trx: Tx, { personIds, at }: Erased, named: readonly Named[]): Promise<void> {
  const emails = named.map(({ email }) => email);
  const before = new Date(at.getTime() - MAIL_MAX_AGE_MS);
  await sql`
    with gone as (
      select id from mail_outbox o
       where o.notice_user_id = ${ids(personIds)} or o.to_email = any(${emails}::text[])
          or (o.created_at <= ${before} and exists (
                select from unnest(${[...emails, ...named.map(({ name }) => name)]}::text[]) as n(text)
                 where position(n.text in o.subject || o.body_text) > 0)))
    , files as (delete from mail_attachment where mail_id in (select id from gone))
    delete from mail_outbox where id in (select id from gone)`.execute(trx);
  await sql`delete from sign_up_request where email = any(${emails}::text[])`.execute(trx);
  await sql`delete from account_invitation where email = any(${emails}::text[])`.execute(trx);
}

/** What operators were told about them, by their address. */
async function eraseNoticesOf(trx: Tx, named: readonly Named[]): Promise<void> {
  const emails = sql`any(${named.map(({ email }) => email)}::text[])`;
  await sql`
    delete from notification
     where kind in ('operator.change', 'deposit.take_back', 'deposit.inquire', 'deposit.dispute_close')
       and (detail ->> 'about' = ${emails} or detail ->> 'advertiser' = ${emails})`.execute(trx);
}

async function erasePersons(trx: Tx, { accountId, personIds }: Erased): Promise<void> {
  for (const table of [
    'session',
    'user_link',
    'recovery_code',
    'passkey',
    'sign_in_link',
    'sign_in_place',
    'campaign_draft',
    'saved_view',
    'notice_preference',
    'notification',
    'digest_item',
    'digest_turn',
    'idempotency_key',
    'data_export',
  ] as const) {
    await sql`delete from ${sql.table(table)} where user_id = ${ids(personIds)}`.execute(trx);
  }
  await sql`
    update app_user set email = 'erased-' || id || '@erased.invalid', first_name = '', last_name = '', phone = null,
           password_hash = null, totp_secret_sealed = null, totp_pending_sealed = null, totp_last_step = null,
           language = null, last_login_at = null, version = version + 1
     where id = ${ids(personIds)}`.execute(trx);
  await sql`
    update app_user set home_account_id = null
     where home_account_id = ${accountId} and not id = ${ids(personIds)}`.execute(trx);
  await sql`delete from account_member where account_id = ${accountId} and role <> 'owner'`.execute(trx);
}

async function eraseAccount(trx: Tx, { accountId, at }: Erased): Promise<void> {
  await sql`update account set company = null, trusted_at = null where id = ${accountId}`.execute(trx);
  for (const table of [
    'billing_details',
    'account_look',
    'webhook_endpoint',
    'campaign_draft',
    'saved_view',
    'notification',
    'digest_item',
    'digest_turn',
    'idempotency_key',
    'data_export',
  ] as const) {
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(trx);
  }
  await sql`
    update payment_profile set name = 'erased', masked = '{}', details_sealed = '', is_default = false,
           deleted_at = coalesce(deleted_at, ${at}), version = version + 1
     where publisher_id = ${accountId}`.execute(trx);
  await sql`
    update payment_method set removed_at = coalesce(removed_at, ${at}), is_default = false
     where advertiser_id = ${accountId}`.execute(trx);
  // A domain is free again for whoever has it then.
  await sql`
    with gone as (
      update website w set status = 'archived', updated_at = ${at}, version = w.version + 1
        from website before
       where before.id = w.id and w.publisher_id = ${accountId} and w.status <> 'archived'
      returning w.id, before.status as was)
    insert into audit_log (at, actor_kind, action, subject_kind, subject_id, detail)
    select ${at}, 'system', 'website.delete', 'website', id,
           jsonb_build_object('status', jsonb_build_object('before', was, 'after', 'archived')) from gone`.execute(
    trx,
  );
}

/** What operators noted about them, and about what the account has: notes say things about persons. */
async function eraseNotes(trx: Tx, { accountId, personIds }: Erased): Promise<void> {
  for (const table of ['record_note', 'record_tag'] as const) {
    await sql`
      delete from ${sql.table(table)}
       where (kind = 'user' and subject_id = ${ids(personIds)}) or (kind = 'account' and subject_id = ${accountId})
          or (kind = 'campaign' and subject_id in (select id from campaign where advertiser_id = ${accountId}))
          or (kind = 'website' and subject_id in (select id from website where publisher_id = ${accountId}))`.execute(
      trx,
    );
  }
}

/** Who did what, and when, stays by number; from where, with which browser and what it said about persons goes. */
async function eraseLog(trx: Tx, { accountId, personIds }: Erased): Promise<void> {
  await sql`select set_config('placard.erasing', 'on', true)`.execute(trx);
  await sql`
    update audit_log set ip = null, user_agent = null
     where actor_user_id = ${ids(personIds)} and (ip is not null or user_agent is not null)`.execute(trx);
  await sql`
    update audit_log set detail = coalesce((
             select jsonb_object_agg(key, value) from jsonb_each(detail) where key = any(${KEPT_DETAILS}::text[])), '{}')
     where subject_kind = any(${PERSONAL_SUBJECTS}::text[]) and detail <> '{}'
       and ((subject_kind = 'user' and subject_id = ${ids(personIds)})
            or (subject_kind = 'account' and subject_id = ${accountId})
            or actor_account_id = ${accountId})`.execute(trx);
  await sql`select set_config('placard.erasing', 'off', true)`.execute(trx);
}
