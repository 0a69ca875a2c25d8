import { expect, it } from 'vitest';
import { addressFault } from './public-address.ts';

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
