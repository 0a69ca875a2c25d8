import { describe, expect, it } from 'vitest';
import { networkAround, networksMeet, networkText, parseNetwork } from './network.ts';

const textOf = (text: string) => {
  const network = parseNetwork(text);
  return network === null ? null : networkText(network);
};
const meet = (one: string, other: string) => {
  const [a, b] = [parseNetwork(one), parseNetwork(other)];
  return a !== null && b !== null && networksMeet(a, b);
};

describe('a network', () => {
  it('is written in one way, without what lies beyond its prefix', () => {
    expect(textOf('192.0.2.77/24')).toBe('192.0.2.0/24');
    expect(textOf('192.0.2.77')).toBe('192.0.2.77/32');
    expect(textOf('192.0.2.255/25')).toBe('192.0.2.128/25');
    expect(textOf('2001:DB8:ffff::1/33')).toBe('2001:db8:8000:0:0:0:0:0/33');
    expect(textOf('::ffff:192.0.2.9/120')).toBe('192.0.2.0/24');
  });

  it('has a prefix within the bits of its address, and nothing else', () => {
    expect(textOf('192.0.2.0/32')).not.toBeNull();
    expect(textOf('192.0.2.0/33')).toBeNull();
    expect(textOf('2001:db8::/128')).not.toBeNull();
    expect(textOf('2001:db8::/129')).toBeNull();
    for (const text of ['', '192.0.2', '192.0.2.256', '192.0.2.0/', '192.0.2.0/24/1', 'fe80::1%eth0', 'shop'])
      expect(textOf(text), text).toBeNull();
  });

  it('meets what it holds, to the bit, and never the other kind of address', () => {
    expect(meet('192.0.2.0/25', '192.0.2.127')).toBe(true);
    expect(meet('192.0.2.0/25', '192.0.2.128')).toBe(false);
    expect(meet('192.0.2.7', '192.0.2.0/24')).toBe(true);
    expect(meet('2001:db8::/33', '2001:db8:7fff::1')).toBe(true);
    expect(meet('2001:db8::/33', '2001:db8:8000::1')).toBe(false);
    expect(meet('0.0.0.0/0', '::/0')).toBe(false);
  });

  it('around an address keeps so many bits of it', () => {
    const kept = { ipv4: 24, ipv6: 48 };
    const around = (address: string) => {
      const network = networkAround(address, kept);
      return network === null ? null : networkText(network);
    };
    expect(around('203.0.113.77')).toBe('203.0.113.0/24');
    expect(around('2001:db8:1:2:3::4')).toBe('2001:db8:1:0:0:0:0:0/48');
    expect(around('nobody')).toBeNull();
  });
});
