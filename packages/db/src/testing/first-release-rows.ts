/**
 * Rows as an installation of the first release has them, in every table of 0001: two accounts that advertise and
 * publish, an operator, a campaign that ran on a website, its charges in two months of which one is closed, a deposit
 * and a payout. Everything has a fixed time, so that two copies are alike.
 */
export const FIRST_RELEASE_ROWS = `
insert into app_user (email, first_name, last_name, company, status, time_zone, created_at) values
  ('buyer@shop.test', 'Ada', 'Buyer', 'Lanterns', 'active', 'Europe/Berlin', '2026-01-02T08:00Z'),
  ('site@harbour.test', 'Ben', 'Editor', null, 'active', 'America/New_York', '2026-01-03T08:00Z'),
  ('desk@network.test', 'Cy', 'Desk', null, 'active', 'UTC', '2026-01-01T08:00Z'),
  ('gone@network.test', '', '', null, 'suspended', 'UTC', '2026-01-04T08:00Z');
insert into user_role values (1, 'advertiser'), (2, 'publisher'), (3, 'operator'), (4, 'advertiser');
insert into session (token_sha256, user_id, expires_at) values (sha256('token'), 1, '2027-01-01');
insert into user_link (kind, token_sha256, user_id, expires_at) values ('reset', sha256('link'), 2, '2027-01-01');
update network_settings set network_name = 'Harbour Ads', currency = 'EUR', time_zone = 'Europe/Berlin', version = 3;
insert into signing_key (id, secret) values (1, sha256('key'));
insert into idempotency_key (user_id, operation, key, input_sha256, answer)
  values (1, 'billing.requestDeposit', 'k1', sha256('in'), '{"id": 1}');
insert into mail_outbox (to_email, subject, body_text) values ('site@harbour.test', 'Paid', 'Your withdrawal');
insert into notification (user_id, kind, detail) values (2, 'payout.completed', '{"paymentId": "PO-1"}');
insert into audit_log (actor_user_id, actor_kind, action, subject_kind, subject_id, at)
  values (3, 'operator', 'payout.complete', 'payout', 1, '2026-02-10T09:00Z');

insert into campaign (advertiser_id, name, objective, total_budget_micros, daily_budget_micros, start_date, status,
                      approved_at, analytics_key)
  values (1, 'Lantern week', 'BRAND_AWARENESS', 500000000, 50000000, '2026-01-05', 'active', '2026-01-05T09:00Z', 'campaign-key-00001'),
         (1, 'Old lamps', 'TRAFFIC', 90000000, null, '2025-12-01', 'archived', null, 'campaign-key-00002');
insert into campaign_draft (user_id, step, content) values (1, 'setting', '{"campaign": {"name": "Draft"}}');
insert into ad_set (campaign_id, name, total_budget_micros, locations, bid_micros)
  values (1, 'Everywhere', 500000000, '{DE,AT}', 2500000), (2, 'Nowhere', 90000000, '{}', null);
insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
  values (1, 'abc.png', 300, 250, 1234, 'image/png');
insert into creative (advertiser_id, name, type, width_px, height_px, image_id, click_url, status, public_key)
  values (1, 'Lantern banner', 'image', 300, 250, 1, 'https://shop.test/', 'active', 'creative-key-00001');
insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, status, public_key)
  values (1, 'Lantern code', 'third_party', 728, 90, '<b>Lanterns</b>', 'rejected', 'creative-key-00002');
insert into creative_ad_set (creative_id, ad_set_id) values (1, 1);
insert into review_snapshot (subject_kind, subject_id, content) values ('campaign', 1, '{"name": "Lantern week"}');
insert into website (publisher_id, domain, categories, monthly_traffic, status, suspended_by, analytics_key, ads_txt_result)
  values (2, 'harbour.test', '{news_and_politics}', 30000, 'active', null, 'website-key-000001', 'ok'),
         (2, 'blog.harbour.test', '{travel}', 500, 'suspended', 'operator', 'website-key-000002', 'unknown');
insert into ads_txt_check (website_id, result, found) values (1, 'ok', '{"outcome": "line_found"}');
insert into widget (website_id, type, name, embed_key) values (1, 'banner', 'Beside the text', 'widget-key-0000001');
insert into widget_size values (1, 0, 300, 250), (1, 1, 728, 90);
insert into website_block (website_id, kind, value) values (1, 'advertiser_domain', 'casino.test');
insert into publisher_settings (user_id, min_payout_micros, auto_withdrawal) values (2, 80000000, true);
insert into payment_profile (publisher_id, name, type, details_sealed, masked, is_default)
  values (2, 'Main', 'bank_account', 'sealed', '{"iban": "DE •••• 3000"}', true);

insert into ledger_account (kind, owner_id) values
  ('advertiser_wallet', 1), ('publisher_pending', 2), ('publisher_available', 2), ('payouts_in_flight', 2);
insert into ledger_transaction (kind, reference, at) values
  ('deposit', 'deposit:1', '2026-01-05T08:00Z'), ('settlement', 'settlement:1', '2026-01-20T08:00Z'),
  ('month_close', 'month:2:2026-01', '2026-01-31T23:01Z'), ('payout_request', 'payout:1:request', '2026-01-31T23:30Z'),
  ('payout_complete', 'payout:1:complete', '2026-02-10T09:00Z'), ('settlement', 'settlement:2', '2026-02-11T08:00Z');
insert into ledger_entry (transaction_id, account_id, amount_micros)
  select t, a.id, amount from (values
    (1, 'clearing_deposits', -300000000), (1, 'advertiser_wallet', 300000000),
    (2, 'advertiser_wallet', -200000000), (2, 'publisher_pending', 140000000), (2, 'network_revenue', 60000000),
    (3, 'publisher_pending', -140000000), (3, 'publisher_available', 140000000),
    (4, 'publisher_available', -100000000), (4, 'payouts_in_flight', 100000000),
    (5, 'payouts_in_flight', -100000000), (5, 'clearing_payouts', 100000000),
    (6, 'advertiser_wallet', -10000), (6, 'publisher_pending', 7000), (6, 'network_revenue', 3000)
  ) as e (t, kind, amount) join ledger_account a using (kind) order by t, amount desc;
insert into deposit (advertiser_id, gateway, amount_micros, reference, status, decided_by, ledger_transaction_id)
  values (1, 'manual', 300000000, 'DEP-1', 'confirmed', 3, 1);
insert into payment_method (advertiser_id, gateway, gateway_id, brand, last4, expires_month, expires_year, is_default)
  values (1, 'test_card', 'card-1', 'Test', '4242', 12, 2030, true);
update invoice_number set last_number = 1;
insert into invoice (number, advertiser_id, kind, deposit_id, amount_cents, currency) values (1, 1, 'deposit', 1, 30000, 'EUR');
insert into payout (publisher_id, amount_micros, method, payment_profile_id, details_sealed, status, requested_at, completed_at)
  values (2, 100000000, 'bank_transfer', 1, 'sealed', 'completed', '2026-01-31T23:30Z', '2026-02-10T09:00Z');
insert into earning_month values
  (2, '2026-01-01', 140000000, '2026-01-31T23:01Z', 3), (2, '2026-02-01', 7000, null, null);

insert into event_batch (shard, spool_offset, spool_end, record_count, body) values (1, 64, 128, 1, repeat('e', 64)::bytea);
insert into settlement_checkpoint values (1, 64);
insert into seen_page values (1, 29000000, 1, 0, decode(repeat('00', 4096), 'hex'));
insert into viewer_clicks values ('\\x0102030405060708', '{1770000000}', '2026-02-02');
insert into parked_event values (1, 29000000, 7, 2, '2026-02-02', decode(repeat('01', 64), 'hex'));
update seen_horizon set minute = 28999000;
insert into settlement (settled_at, event_count, charged_micros) values
  ('2026-01-20T08:00Z', 80000, 200000000), ('2026-02-11T08:00Z', 4, 10000);
insert into campaign_spend values (1, 200010000);
insert into ad_set_spend values (1, 200010000, 500, 90000, 80004, 12);
insert into ad_set_day_spend values (1, '2026-01-20', 200000000), (1, '2026-02-11', 10000);
insert into spend_day values
  ('2026-01-20', 1, 1, 200000000, 140000000, 60000000), ('2026-02-11', 1, 1, 10000, 7000, 3000);
insert into fact_batch values (1, 1, 'facts'), (2, 1, 'facts');
update analytics_checkpoint set settlement_id = 2;
update pacing_plan set version = 9, body = 'plan';
`;
