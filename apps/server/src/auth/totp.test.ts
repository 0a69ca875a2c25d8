import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { newTotpSecret, totpContext, totpStep } from './totp.ts';

const secrets = createSecrets(Buffer.alloc(SECRET_KEY_BYTES, 7));
const STEP_MS = 30_000;
const SECRET = 'JBSWY3DPEHPK3PXP';
const codeOf = (step: number) =>
  new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: step * STEP_MS });
const stepAt = async (digits: string, ms: number) => {
  const account = { userId: 7, sealedSecret: secrets.seal(SECRET, totpContext(7)) };
  return await totpStep({ secrets }, account, digits, new Date(ms));
};

it('a code has the same step as long as it is taken: its own half minute and the ones beside it', async () => {
  const step = 58_000_003;
  const from = step * STEP_MS;
  for (const ms of [-STEP_MS, -1, 0, 1, STEP_MS - 1, STEP_MS, 2 * STEP_MS - 1])
    expect([ms, await stepAt(codeOf(step), from + ms)]).toEqual([ms, BigInt(step)]);
  for (const ms of [-STEP_MS - 1, 2 * STEP_MS]) expect(await stepAt(codeOf(step), from + ms)).toBeNull();
});

it('a new secret is 20 bytes, in an address that names the network and whose it is', async () => {
  const { secret, uri } = await newTotpSecret('Lantern Ads', 'ada@example.com');
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  const { protocol, pathname, searchParams } = new URL(uri);
  expect([protocol, decodeURIComponent(pathname)]).toEqual(['otpauth:', '/Lantern Ads:ada@example.com']);
  expect([searchParams.get('secret'), searchParams.get('issuer')]).toEqual([secret, 'Lantern Ads']);
});
