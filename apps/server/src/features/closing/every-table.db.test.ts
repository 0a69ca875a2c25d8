import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OF_ACCOUNTS, OF_BOTH, OF_PERSONS } from './testing/erased-rows.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const BOOKS = 'the books need it, and it says nothing of a person';
const WITH_REASON = 'the books need it, with the reason that an operator gave';
const BY_NUMBER = 'who did it stays by a number that is nobody’s any more';
const CONTENT = 'its row stays for reports; what it says goes by eraseContent';
const SETTING = 'a choice, which says nothing of a person';
const ENDED = 'ends when the account is closed';
const WRITTEN_OVER = 'stays; what it says of a person is written over';

/** What stays of an erased person or account, and why: whoever adds a table that names one decides here. */
const STAYS: Readonly<Record<string, string>> = {
  'account_closing.account_id': 'says that it was erased, and when',
  'account_closing.closed_by_user_id': BY_NUMBER,
  'account_invitation.account_id': ENDED,
  'account_invitation.invited_by': ENDED,
  'account_look.operator_id': BY_NUMBER,
  'account_member.account_id':
    'its owner stays by number, so that nobody else becomes it; others act for it no more',
  'account_member.user_id': 'its owner stays by number; who acted for it besides does so no more',
  'account_role.account_id': SETTING,
  'account_tie.by_user_id': 'four eyes are two people, whatever became of one of them',
  'account_tie.user_id': 'four eyes are two people, whatever became of one of them',
  'ad_set.owner_account_id': CONTENT,
  'app_user.home_account_id': 'of whoever stays, it is emptied',
  'appeal.account_id': CONTENT,
  'appeal.answered_by': BY_NUMBER,
  'appeal.appealed_by': BY_NUMBER,
  'appeal.decided_by': BY_NUMBER,
  'audit_log.actor_account_id': WRITTEN_OVER,
  'audit_log.actor_user_id': WRITTEN_OVER,
  'auto_top_up.advertiser_id': SETTING,
  'campaign.advertiser_id': CONTENT,
  'closed_month.closed_by': BY_NUMBER,
  'creative.advertiser_id': CONTENT,
  'data_export.operator_id': BY_NUMBER,
  'deposit.advertiser_id': BOOKS,
  'deposit.decided_by': BY_NUMBER,
  'deposit_refund.requested_by': BY_NUMBER,
  'earning_month.publisher_id': BOOKS,
  'earning_take_back.publisher_id': BOOKS,
  'gateway_customer.account_id':
    'a payment that comes back later names it; cards are given up at the gateway',
  'image.owner_id': 'its file goes with the last account that has it (eraseImages)',
  'invoice.advertiser_id': BOOKS,
  'invoice_series.owner_id': BOOKS,
  'ledger_account.owner_id': BOOKS,
  'mail_outbox.notice_user_id': 'goes with the mails to them',
  'minimum_bid_card.created_by': BY_NUMBER,
  'money_correction.account_id': WITH_REASON,
  'money_correction.decided_by': BY_NUMBER,
  'money_correction.requested_by': BY_NUMBER,
  'payment_method.advertiser_id': WRITTEN_OVER,
  'payment_profile.publisher_id': WRITTEN_OVER,
  'payout.decided_by': BY_NUMBER,
  'payout.publisher_id': BOOKS,
  'payout_approval.operator_id': BY_NUMBER,
  'payout_export.discarded_by': BY_NUMBER,
  'payout_export.exported_by': BY_NUMBER,
  'publisher_settings.account_id': SETTING,
  'reconciliation.asked_by': BY_NUMBER,
  'record_note.author_id': BY_NUMBER,
  'self_billing_agreement.account_id': BOOKS,
  'self_billing_agreement.agreed_by': BY_NUMBER,
  'share_rate.created_by': BY_NUMBER,
  'share_rate.publisher_id': WITH_REASON,
  'spend_month.advertiser_id': BOOKS,
  'user_role.user_id': 'whoever runs the network is not erased',
  'wallet_watch.advertiser_id': SETTING,
  'webhook_endpoint.created_by': BY_NUMBER,
  'webhook_event.account_id': 'is forgotten after thirty days, as of everybody',
  'website.publisher_id': CONTENT,
  'widget.publisher_id': CONTENT,
  'withholding_rate.created_by': BY_NUMBER,
  'withholding_rate.publisher_id': WITH_REASON,
};

it('each table that names a person or an account is erased with them, or it is said why it stays', async () => {
  const { rows } = await database.pool.query<{ column: string }>(
    `select conrelid::regclass::text || '.' || attname as column
       from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid in ('app_user'::regclass, 'account'::regclass)`,
  );
  const erased = [
    ...Object.keys({ ...OF_PERSONS, ...OF_BOTH }).map((table) => `${table}.user_id`),
    ...Object.keys({ ...OF_ACCOUNTS, ...OF_BOTH }).map((table) => `${table}.account_id`),
  ];
  expect(rows.map(({ column }) => column).sort()).toEqual([...erased, ...Object.keys(STAYS)].sort());
});
