import { describe, expect, it } from 'vitest';
import { isSurprise, signInPlace } from './sign-in-place.ts';

const agent = (version: number, system = 'Windows NT 10.0') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const place = (ip: string, userAgent = agent(140)) => signInPlace({ ip, userAgent });

describe('a place of signing in', () => {
  it('is the same for another version and another address of the network', () => {
    expect(place('192.0.2.7', agent(141))).toBe(place('192.0.255.9'));
    expect(place('2001:db8:1::1')).toBe(place('2001:db8:ffff::1'));
    expect(place('::ffff:192.0.2.7')).toBe(place('192.0.2.7'));
  });

  it('is another in the next network, with another browser or another system', () => {
    const places = [
      place('192.0.2.7'),
      place('192.1.2.7'),
      place('2001:db8::1'),
      place('2001:db9::1'),
      place('192.0.2.7', agent(140, 'X11; Linux x86_64')),
      place('192.0.2.7', `${agent(140)} Edg/140.0`),
      place('192.0.2.7', 'curl/8'),
      place('nonsense'),
    ];
    expect(new Set(places).size).toBe(places.length);
  });

  it('names neither address nor version, and whatever is sent as one is a place', () => {
    expect(place('192.0.2.7')).toBe('Chrome Windows, 192.0.0.0/16');
    expect(signInPlace({ ip: '', userAgent: 'x'.repeat(10_000) })).toBe('another device, another network');
  });
});

it('surprises nobody on a first sign-in, nor while no place is known', () => {
  expect(isSurprise({ places: 1, isFirst: false })).toBe(true);
  expect(isSurprise({ places: 0, isFirst: false })).toBe(false);
  expect(isSurprise({ places: 1, isFirst: true })).toBe(false);
});
