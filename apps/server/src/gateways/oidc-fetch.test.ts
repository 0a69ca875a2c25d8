import { expect, it } from 'vitest';
import { mayAsk } from './oidc-fetch.ts';

it.each([
  ['https://id.example.com/token', 'https://id.example.com/', true],
  // Another name is looked up, and only what is public answers to it.
  ['https://keys.example.net/', 'https://id.example.com/', true],
  ['https://1.1.1.1/', 'https://id.example.com/', true],
  ['https://10.0.0.1/', 'https://id.example.com/', false],
  ['https://169.254.169.254/', 'https://id.example.com/', false],
  ['https://[fd12:3456::1]/', 'https://id.example.com/', false],
  ['http://id.example.com/token', 'https://id.example.com/', false],
  ['https://somebody@id.example.com/', 'https://id.example.com/', false],
  ['file:///etc/passwd', 'https://id.example.com/', false],
  // What the operator has set may be in their own network.
  ['https://10.0.0.1/token', 'https://10.0.0.1/realm', true],
  ['https://10.0.0.2/token', 'https://10.0.0.1/realm', false],
  ['http://127.0.0.1:8080/token', 'http://127.0.0.1:8080/', true],
  ['http://127.0.0.2:8080/token', 'http://127.0.0.1:8080/', false],
  ['http://127.0.0.1:8080/token', 'https://127.0.0.1:8080/', false],
])('%s may be asked for %s: %s', (url, issuer, good) => {
  expect(mayAsk(new URL(url), new URL(issuer))).toBe(good);
});
