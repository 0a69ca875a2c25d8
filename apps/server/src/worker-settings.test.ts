import { expect, it } from 'vitest';
import { readServerConfig } from './config.ts';
import { workerSettings } from './worker-settings.ts';

const DATABASE_URL = 'postgres://placard:one@db.example/placard';
const settings = (given: Readonly<Record<string, string>> = {}) =>
  workerSettings(readServerConfig({ DATABASE_URL, ...given }));

it('looks after the file of the key where the settings have none', () => {
  expect(settings().hasKeyFile).toBe(true);
  expect(settings({ PLACARD_SECRET_KEY: 'a1'.repeat(32) }).hasKeyFile).toBe(false);
});

it('sends mails where there is a server for them', () => {
  expect(settings().mailServer).toBe(false);
  expect(settings({ SMTP_URL: 'smtp://mail.example', PLACARD_MAIL_FROM: 'ads@example.com' }).mailServer).toBe(
    true,
  );
});

it('works on the database and the addresses of the settings', () => {
  const given = { PLACARD_URL: 'https://ads.example', PLACARD_DELIVERY_URL: 'https://cdn.example' };
  const { databaseUrl, publicUrl, deliveryUrl } = settings(given);
  expect({ databaseUrl, publicUrl, deliveryUrl }).toEqual({
    databaseUrl: DATABASE_URL,
    publicUrl: 'https://ads.example',
    deliveryUrl: 'https://cdn.example',
  });
});
