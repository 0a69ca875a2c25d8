import { expect, it } from 'vitest';
import { addressFault, dashboardAddressFault, sameOriginFault } from './public-address.ts';

it.each([
  'https://ads.example.com',
  'http://localhost:8080',
  'https://ads.example.com/',
  'HTTPS://[::1]:8443',
])('finds nothing wrong with %s', (address) => expect(addressFault('X', address)).toBeNull());

it.each([
  ['ads.example.com', 'begin with http'],
  ['https:ads', 'begin with http'],
  ['ftp://ads.example.com', 'begin with http'],
  ['https://', 'begin with http'],
  ['https://user:secret@ads.example.com', 'no user or password'],
  ['https://secret@ads.example.com', 'no user or password'],
  ['https://ads.example.com?secret', 'no ? or #'],
  ['https://ads.example.com/#secret', 'no ? or #'],
])('refuses %s without repeating it', (address, why) => {
  const fault = addressFault('X', address) ?? '';
  expect(fault).toContain(why);
  expect(fault.startsWith('X ')).toBe(true);
  expect(fault).not.toContain('secret');
});

it('lets the ad server stand below a path, and the dashboard not', () => {
  expect(addressFault('X', 'https://ads.example.com/placard')).toBeNull();
  for (const path of ['/placard', '/placard/', '/login', '//a']) {
    expect(dashboardAddressFault('X', `https://ads.example.com${path}`)).toBe(
      "X should end with the host, or the port: the dashboard can't be served below a path.",
    );
  }
  for (const whole of ['https://ads.example.com', 'https://ads.example.com/', 'http://[::1]:8080//'])
    expect(dashboardAddressFault('X', whole)).toBeNull();
  expect(dashboardAddressFault('X', 'ads.example.com')).toContain('begin with http');
});

it.each([
  ['https://example.com', 'https://example.com', true],
  ['https://example.com/', 'https://EXAMPLE.com:443/ads', true],
  ['https://example.com', 'https://ads.example.com', false],
  ['http://localhost:8080', 'http://localhost:8081', false],
  ['http://example.com', 'https://example.com', false],
  ['nonsense', 'nonsense', false],
])('%s and %s are one origin: %s', (url, deliveryUrl, same) => {
  expect(sameOriginFault(url, deliveryUrl) !== null).toBe(same);
});
