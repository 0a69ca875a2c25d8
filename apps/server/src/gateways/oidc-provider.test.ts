import { expect, it } from 'vitest';
import { isIssuer } from './oidc-provider.ts';

it.each([
  ['https://id.example.com', 'https://id.example.com/', true],
  ['https://id.example.com/realms/a', 'https://id.example.com/realms/a', true],
  ['https://id.example.com/realms/a/', 'https://id.example.com/realms/a', false],
  ['https://id.example.com/realms/b', 'https://id.example.com/realms/a', false],
  ['https://id.example.com/{tenantid}/v2.0', 'https://id.example.com/common/v2.0', false],
  ['nobody', 'https://id.example.com/', false],
])('%s is the issuer %s: %s', (named, issuer, same) => {
  expect(isIssuer(named, new URL(issuer))).toBe(same);
});
