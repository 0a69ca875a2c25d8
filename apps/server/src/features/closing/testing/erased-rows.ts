/** What a row needs: `:u` a person, `:a` an account, `:n` a number of its own. */
export const OF_PERSONS = {
  session: `(user_id, token_sha256, expires_at) values (:u, sha256(':n'), '2027-01-01')`,
  user_link: `(user_id, kind, token_sha256, expires_at) values (:u, 'reset', sha256(':n'), '2027-01-01')`,
  recovery_code: `(user_id, code_sha256) values (:u, sha256(':n'))`,
  passkey: `(user_id, credential_id, public_key, counter, transports, name, created_at)
    values (:u, ':n', 'key', 0, '{}', 'Phone', now())`,
  sign_in_link: `(user_id, issuer, subject, created_at) values (:u, 'https://id.example', ':n', now())`,
  sign_in_place: `(user_id, place_hash, first_at, last_at) values (:u, sha256(':n'), now(), now())`,
  notice_preference: `(user_id, kind, mail) values (:u, 'k:n', true)`,
} as const;
export const OF_BOTH = {
  campaign_draft: `(user_id, account_id, step, content) values (:u, :a, 'setting', '{}')`,
  saved_view: `(user_id, account_id, screen, name) values (:u, :a, 'statistics', 'View :n')`,
  notification: `(user_id, account_id, kind) values (:u, :a, 'wallet.credit')`,
  digest_item: `(user_id, account_id, kind, subject, body_text, created_at) values (:u, :a, 'k', 's', 'b', now())`,
  digest_turn: `(user_id, account_id, sent_for) values (:u, :a, now())`,
  idempotency_key: `(user_id, account_id, operation, key, input_sha256, answer) values (:u, :a, 'o', ':n', '', '{}')`,
  data_export: `(user_id, account_id, scope, asked_at) values (:u, :a, 'account', now())`,
} as const;
export const OF_ACCOUNTS = {
  billing_details: `(account_id, name, address, country) values (:a, 'Field', 'Row 1', 'DE')`,
  account_look: `(account_id, operator_id, token_sha256, reason, began_at, expires_at, ended_at)
    values (:a, :u, sha256(':n'), 'Asked', now(), '2027-01-01', now())`,
  webhook_endpoint: `(account_id, created_by, url, event_types, secret_sealed)
    values (:a, :u, 'https://hook.example', '{k}', '')`,
} as const;
