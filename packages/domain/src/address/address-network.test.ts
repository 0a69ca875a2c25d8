import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOfAddress, siteOfAddress } from './address-network.ts';

describe('the network that a limit counts', () => {
  test('is the address itself for IPv4', () => {
    expect(networkOfAddress('192.0.2.1')).toBe('192.0.2.1');
    expect(networkOfAddress('192.0.2.2')).not.toBe(networkOfAddress('192.0.2.1'));
  });

  test.each([
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:0DB8:0000:0001:0000:0000:0000:0001', '2001:db8:0:1::/64'],
    ['2001:db8:0:1::1%eth0', '2001:db8:0:1::/64'],
    ['2001:db8:0:2::1', '2001:db8:0:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ])('is the /64 of %s', (address, network) => {
    expect(networkOfAddress(address)).toBe(network);
  });

  test.each(['::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1'])(
    'is the IPv4 address inside of %s',
    (address) => {
      expect(networkOfAddress(address)).toBe('192.0.2.1');
    },
  );

  test.each([
    '',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '::g',
    '::256.0.0.1',
  ])('is the text itself where "%s" is no address', (text) => {
    expect(networkOfAddress(text)).toBe(text);
  });

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:1::1', '2001:db8:0::/48'],
    ['2001:db8:0:ffff::1', '2001:db8:0::/48'],
    ['2001:db8:1::1', '2001:db8:1::/48'],
    ['no address', 'no address'],
  ])('is of %s as a site %s', (address, site) => {
    expect(siteOfAddress(address)).toBe(site);
  });

  test('is one for all addresses of a /64, in any notation, and no one else’s', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const four = fc.tuple(group, group, group, group);
    const text = (groups: readonly number[]) => groups.map((each) => each.toString(16)).join(':');
    // From 1 on: all zeros is where IPv4 is written.
    const prefix = four.filter(([first]) => first > 0);
    fc.assert(
      fc.property(prefix, prefix, four, four, (network, other, host, neighbour) => {
        const at = networkOfAddress(text([...network, ...host]));
        expect(networkOfAddress(text([...network, ...neighbour]).toUpperCase())).toBe(at);
        const same = text(network) === text(other);
        expect(networkOfAddress(text([...other, ...host])) === at).toBe(same);
      }),
    );
  });
});
