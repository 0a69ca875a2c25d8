/**
 * Rows in what each later schema brought, by its number, on top of those of the first release. They are as they could be
 * written when that schema was the newest, and never change: data of such an installation is what later ones upgrade.
 */
export const ROWS_OF_SCHEMA: Readonly<Record<number, string>> = {
  2: `
insert into website_code values (1, '2026-01-06T08:00Z', '2026-02-01T08:00Z', '2026-01-06T08:00Z');
insert into campaign_code (campaign_id, first_seen_at, last_seen_at, visit_count) values (1, '2026-01-06T08:00Z', '2026-02-01T08:00Z', 12);
insert into code_hits values ('website', 1, 29461440, 3);
insert into code_problem values ('campaign', 1, 'other_currency', 'USD', 2, '2026-01-07T08:00Z', '2026-01-08T08:00Z');
insert into website_traffic_day values (1, '2026-01-06', 4000);
insert into campaign_visit values (0, 29461440, 7, 1, '2026-01-06T08:00Z');
insert into campaign_conversion (campaign_id, shard, minute, sequence, order_id, converted_at, value_micros, currency)
  values (1, 0, 29461440, 7, 'A-1', '2026-01-06T09:00Z', 19900000, 'EUR');
insert into parked_visit (parked_at, record) values ('2026-01-06T08:00Z', '\\x01');`,
  3: `
insert into gateway_customer (gateway, user_id, gateway_id) values ('stripe', 1, 'cus_1');
insert into deposit_refund (deposit_id, amount_micros, origin, status, covered_micros, reason, requested_at)
  values (1, 10000, 'operator', 'pending', 10000, 'Paid twice', '2026-01-09T08:00Z');
insert into gateway_event (gateway, id, type, subject, received_at) values ('stripe', 'evt_1', 'charge.refunded', '{}', '2026-01-09T08:00Z');
insert into auto_top_up (advertiser_id, enabled, threshold_micros, amount_micros) values (1, true, 5000000, 50000000);`,
  4: `
insert into notice_preference values (1, 'wallet.low', false);
insert into mail_attachment select min(id), 'statement.pdf', 'application/pdf', '\\x25504446' from mail_outbox;
insert into saved_view (user_id, screen, name, search) values (1, 'statistics', 'Mine', '{"by": "day"}');
insert into view_schedule (view_id, every, weekday, minute_of_day, next_due_at) values (1, 'week', 1, 480, '2026-02-02T07:00Z');`,
  6: `
insert into view_sample (at, record) values ('2026-01-06T08:00Z', decode(repeat('00', 44), 'hex'));`,
  7: `
insert into widget_block (widget_id, kind, value) values (1, 'advertiser_domain', 'rival.test');
insert into ad_report (creative_id, website_id, widget_id, reason, viewer_hash, reported_at)
  values (1, 1, 1, 'misleading', '\\x0102030405060708', '2026-01-06T08:00Z');`,
  8: `
insert into payout_approval values (1, 3, '2026-02-09T09:00Z');
insert into payout_export (format, message_id, payout_count, amount_micros, file_sealed, exported_by, exported_at)
  values ('csv', 'M-1', 1, 10000, '\\x00', 3, '2026-02-09T10:00Z');`,
  17: `insert into account_tie values (1, 3, 'invite', '2026-01-02T08:00Z') on conflict do nothing;`,
  21: `insert into recovery_code values (3, sha256('code'), '2026-02-01T08:00Z', null);`,
  26: `insert into delivery_networks values (0, 4321, '2026-02-01T00:00Z', '2026-02-01T08:00Z');`,
  28: `insert into billing_details values (1, 'Lanterns Ltd', 'Quay 1', 'DE', 'DE136695976', null, 2);`,
  30: `insert into account_invitation (account_id, email, role, token_sha256, invited_by, created_at, expires_at)
  values (1, 'new@shop.test', 'viewer', sha256('join'), 1, '2026-02-01T08:00Z', '2027-02-08T08:00Z');`,
  31: `insert into api_key (account_id, user_id, name, hint, token_sha256, scopes, created_at)
  select account_id, user_id, 'Nightly', 'pk_…1234', sha256('key'), '{read}', '2026-02-01T08:00Z' from account_member where role = 'owner' limit 1;`,
  33: `insert into sign_up_request (email, roles, token_sha256, created_at, expires_at)
  values ('someone@shop.test', '{advertiser}', sha256('signup'), '2026-02-01T08:00Z', '2027-02-02T08:00Z');`,
  34: `
insert into webhook_endpoint (account_id, url, event_types, secret_sealed, created_by, created_at)
  values (1, 'https://shop.test/hook', '{campaign.completed}', '\\x00', 1, '2026-02-01T08:00Z');
insert into webhook_event (account_id, type, data, at) values (1, 'campaign.completed', '{"id": 2}', '2026-02-01T08:00Z');
insert into webhook_delivery (endpoint_id, event_id, created_at) select e.id, v.id, '2026-02-01T08:00Z' from webhook_endpoint e, webhook_event v
  on conflict do nothing;
insert into webhook_attempt (delivery_id, number, at, url, answer_status, took_ms)
  select min(id), 1, '2026-02-01T08:00Z', 'https://shop.test/hook', 500, 30 from webhook_delivery;`,
  38: `insert into reconciliation (day, asked_at) values ('2026-02-01', '2026-02-01T08:00Z');`,
};
