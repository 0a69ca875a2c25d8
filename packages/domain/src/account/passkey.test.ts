import { expect, it } from 'vitest';
import { CEREMONY_VALID_MS, isCeremonyOpen, mayAddPasskey, PASSKEYS_MOST, passkeyPlace } from './passkey.ts';

it('are 20 at most', () => {
  expect([PASSKEYS_MOST, mayAddPasskey(19), mayAddPasskey(20)]).toEqual([20, true, false]);
});

it('are asked for for five minutes, by whichever clock', () => {
  expect(CEREMONY_VALID_MS).toBe(300_000);
  for (const [after, open] of [
    [0, true],
    [299_999, true],
    [300_000, false],
    [-299_999, true],
    [-300_000, false],
  ] as const)
    expect(isCeremonyOpen(1_000_000, 1_000_000 + after)).toBe(open);
});

it.each([
  ['https://ads.example.com', { host: 'ads.example.com', origin: 'https://ads.example.com' }],
  ['https://ads.example.com:8443/', { host: 'ads.example.com', origin: 'https://ads.example.com:8443' }],
  ['http://localhost:8080', { host: 'localhost', origin: 'http://localhost:8080' }],
  ['http://placard.localhost', { host: 'placard.localhost', origin: 'http://placard.localhost' }],
  ['http://ads.example.com', null],
  ['http://notlocalhost', null],
  ['https://192.0.2.7', null],
  ['https://[2001:db8::1]:8443', null],
  ['http://127.0.0.1:8080', null],
])('%s has %j', (url, place) => {
  expect(passkeyPlace(url)).toEqual(place);
});
