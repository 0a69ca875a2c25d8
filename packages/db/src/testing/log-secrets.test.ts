import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { refuseSecrets, secretsIn, secretsInLogs } from './log-secrets.ts';

const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 37 + 11) & 255));

it.each([
  ['a session', `{"path":"/api/x?t=${bytes(32).toString('base64url')}"}`, 'a token'],
  ['a key of the API', `created pk_${bytes(32).toString('base64url')}`, 'a token'],
  ['a decision', `t=${bytes(60).toString('base64url')}`, 'a token'],
  ['a sealed value', `{"v":"${'aB1+/'.repeat(9)}=="}`, 'a key or a sealed value'],
  ["the installation's key", `key ${bytes(32).toString('hex')}`, 'a key'],
  ["the database's password", `PGPASSWORD=${bytes(24).toString('hex')}`, 'a key'],
  ['a hash', '{"err":"$argon2id$v=19$m=19456"}', 'the hash of a password'],
  ['a password', '{"detail":"(user, Correct-Horse-1)"}', 'a password'],
  ['another', 'tried Harbour-7-light', 'a password'],
  ['a header', '{"x":"Bearer abcdefgh"}', 'what signs somebody in'],
  ['an address', 'connects to postgres://placard:hunter2@127.0.0.1/x', 'an address with a password in it'],
  ['an authenticator', 'otpauth://totp/Placard', 'the secret of an authenticator'],
  ['its secret', `{"s":"${'ABCDEFGH234567KL'.repeat(2)}"}`, 'the secret of an authenticator'],
  ['Stripe', 'sk_live_abc', 'a secret of Stripe or of a webhook'],
  ['a webhook', 'whsec_abc', 'a secret of Stripe or of a webhook'],
  ['a field', '{"body":{"password":"x"}}', 'a field that is secret'],
])('finds %s, and does not say it again', (_, line, name) => {
  expect(secretsIn(`{"msg":"before"}\n${line}\n`)).toEqual([expect.stringMatching(`^${name}: .*<here>`)]);
});

it.each([
  '{"level":30,"time":"2026-03-10T12:00:00.000Z","requestId":"0b9d5f3e-7f5e-4a39-9e0d-3f6ad2f0c1d7","path":"/api/401/links/…"}',
  '{"trace_id":"4bf92f3577b34da6a3ce929d0e0e4736","msg":"Brought the database to 0072_fold_side_by_side"}',
  '{"req":{"headers":{"authorization":"[Redacted]"}},"token":"…"}',
  'LOG:  database system is ready; http://127.0.0.1:8080/api and postgres://127.0.0.1:5432/placard',
  '    at Socket.<anonymous> (file:///srv/placard/apps/server/src/features/account/one-time-links.ts:15:3)',
])('leaves what is none alone: %s', (line) => expect(secretsIn(line)).toEqual([]));

it('reads every file of a folder of logs, and refuses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'placard-logs-'));
  writeFileSync(join(folder, 'server.log'), '{"msg":"quiet"}\n');
  mkdirSync(join(folder, 'below'));
  expect(() => refuseSecrets(secretsInLogs(folder))).not.toThrow();
  writeFileSync(join(folder, 'server.log.1'), 'Bearer abcdefgh\n');
  expect(() => refuseSecrets(secretsInLogs(folder))).toThrow('server.log.1: what signs somebody in: <here>');
  rmSync(folder, { recursive: true });
  expect(secretsInLogs(folder)).toEqual([]);
});
