import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { createSecrets } from '@placard/db/secrets/secrets';
import { describe, expect, test } from 'vitest';
import { RequestHead } from './request-head.ts';
import { ViewerSalts } from './viewer-salts.ts';
import { Countries, isLocalRequest, ViewerHashes, Visitors } from './visitor.ts';

const countries = new Countries('SE');
const hosting = { has: () => false };

function proxies(): BlockList {
  const list = new BlockList();
  list.addSubnet('10.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  return list;
}

/** What the handlers read of a request. */
function request(peer: string, headers: readonly string[] = []): IncomingMessage {
  return {
    socket: { remoteAddress: peer },
    rawHeaders: headers,
  } as Partial<IncomingMessage> as IncomingMessage;
}

function addressOf(visitors: Visitors, peer: string, headers: readonly string[] = []): string {
  const asked = request(peer, headers);
  return visitors.addressOf(new RequestHead(null).read(asked));
}

describe('whose request it is', () => {
  const behind = new Visitors({ proxies: proxies(), countries, hosting });
  const alone = new Visitors({ proxies: null, countries, hosting });

  test('is the peer, whatever it says of itself', () => {
    expect(addressOf(alone, '203.0.113.7', ['X-Forwarded-For', '8.8.8.8'])).toBe('203.0.113.7');
    expect(addressOf(behind, '203.0.113.7', ['X-Forwarded-For', '8.8.8.8'])).toBe('203.0.113.7');
    expect(addressOf(alone, '::ffff:203.0.113.7')).toBe('203.0.113.7');
  });

  test('is the last one that a trusted proxy saw, not the first that anybody may claim', () => {
    const chain = ['X-Forwarded-For', '1.1.1.1, 8.8.8.8', 'x-forwarded-for', '10.1.2.3'];
    expect(addressOf(behind, '10.0.0.1', chain)).toBe('8.8.8.8');
    expect(addressOf(behind, '::1', ['X-Forwarded-For', '2001:4860:4860::8888'])).toBe(
      '2001:4860:4860::8888',
    );
    expect(addressOf(behind, '10.0.0.1', ['X-Forwarded-For', '10.0.0.9'])).toBe('10.0.0.1');
    expect(addressOf(behind, '10.0.0.1')).toBe('10.0.0.1');
  });

  test('is the proxy where it names no other, whichever of them it was before', () => {
    for (const peer of ['10.0.0.1', '10.0.0.2'])
      expect(addressOf(behind, peer, ['X-Forwarded-For', '10.0.0.9'])).toBe(peer);
  });

  test('is told by a thousand characters of proxies at most', () => {
    const told = (length: number) => [
      'X-Forwarded-For',
      '8.8.8.8, '.padEnd(length - 8, ' ').concat('10.1.2.3'),
    ];
    expect(addressOf(behind, '10.0.0.1', told(1_000))).toBe('8.8.8.8');
    expect(addressOf(behind, '10.0.0.1', told(1_001))).toBe('10.0.0.1');
  });

  test('is not the proxy where it sends so much that what the proxy adds comes late', () => {
    for (const made of [
      '9'.repeat(1_000),
      '1.1.1.1,'.repeat(200),
      `,${' '.repeat(1_500)}`,
      ','.repeat(992),
    ]) {
      const header = ['X-Forwarded-For', made, 'X-Forwarded-For', '8.8.8.8'];
      expect([made.slice(0, 9), addressOf(behind, '10.0.0.1', header)]).toEqual([
        made.slice(0, 9),
        '8.8.8.8',
      ]);
    }
  });

  test.each([
    ['8.8.8.8:4711', '8.8.8.8'],
    ['[2001:4860:4860::8888]:4711', '2001:4860:4860::8888'],
    ['[2001:4860:4860::8888]', '2001:4860:4860::8888'],
    ['2001:4860:4860::8888', '2001:4860:4860::8888'],
    ['8.8.8.8:4711, 10.1.2.3:80', '8.8.8.8'],
  ])('is the same with every connection where a proxy tells its port: %s', (told, address) => {
    expect(addressOf(behind, '10.0.0.1', ['X-Forwarded-For', told])).toBe(address);
  });

  test.each<readonly [string, Record<string, string>, boolean]>([
    ['127.0.0.1', {}, true],
    ['::ffff:192.168.3.4', {}, true],
    ['8.8.8.8', {}, false],
    // Each of the networks that are nobody's, and what lies beside it.
    ...[
      ...['126.255.255.255', '128.0.0.0', '9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0'],
      ...[
        '192.167.255.255',
        '192.169.0.0',
        '169.253.255.255',
        '169.255.0.0',
        '100.63.255.255',
        '100.128.0.0',
      ],
      ...['::', '::2', 'fbff::1', 'fe00::1', 'fe7f::1', 'fec0::1', ''],
    ].map((address) => [address, {}, false] as const),
    ...[
      ...['127.0.0.0', '127.255.255.255', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255'],
      ...[
        '192.168.0.0',
        '192.168.255.255',
        '169.254.0.0',
        '169.254.255.255',
        '100.64.0.0',
        '100.127.255.255',
      ],
      ...['::1', 'fc00::1', 'fdff::1', 'fe80::1', 'febf::1'],
    ].map((address) => [address, {}, true] as const),
    // Whoever came through the proxy of this machine.
    ['127.0.0.1', { 'x-forwarded-for': '8.8.8.8' }, false],
    ['127.0.0.1', { 'x-forwarded-for': '' }, false],
  ])('is of this machine or its network: %s with %j, %s', (peer, headers, local) => {
    const asked = { ...request(peer), headers } as Parameters<typeof isLocalRequest>[0];
    expect(isLocalRequest(asked)).toBe(local);
  });

  test('has a country by its address, the configured one where the address is local, none where it is no address', () => {
    expect(countries.of('8.8.8.8')).toBe('US');
    expect(countries.of('2001:4860:4860::8888')).toBe('US');
    expect(countries.of('127.0.0.1')).toBe('SE');
    expect(countries.of('192.168.3.4')).toBe('SE');
    expect(countries.of('::1')).toBe('SE');
    expect(countries.of('fe80::1')).toBe('SE');
    expect(countries.of('not an address')).toBe('');
  });

  test('has the country of a header only from a trusted proxy', () => {
    const head = new RequestHead('cf-ipcountry');
    const told = (peer: string, country: string) => {
      const asked = request(peer, ['CF-IPCountry', country, 'X-Forwarded-For', '8.8.8.8']);
      return behind.countryOf(head.read(asked));
    };
    expect(told('10.0.0.1', 'fr')).toBe('FR');
    expect(told('10.0.0.1', 'Europe')).toBe('US');
    for (const unknown of ['XX', 'xx', 'T1', 'ZZ', 'EU', 'AP']) expect(told('10.0.0.1', unknown)).toBe('');
    expect(told('8.8.4.4', 'FR')).toBe('US');
  });
});

describe('a viewer hash', () => {
  const dayMs = 86_400_000;
  const salts = new ViewerSalts(createSecrets(Buffer.alloc(32, 1)));
  const saltOf = (day: number) => salts.of(day);
  /** Salts of another network, two days of it. */
  const others = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const elsewhere = (day: number) => others[day % 2] ?? Buffer.alloc(32);
  const hashOf = (of: (day: number) => Uint8Array, address: string, nowMs: number) =>
    Buffer.from(new ViewerHashes(of).of(address, 'Browser/1', nowMs)).toString('hex');

  test('is the same through a day, and another tomorrow, elsewhere and on another network', () => {
    const today = hashOf(elsewhere, '8.8.8.8', 10 * dayMs);
    expect(hashOf(elsewhere, '8.8.8.8', 10 * dayMs + dayMs - 1)).toBe(today);
    const different = [
      hashOf(elsewhere, '8.8.8.8', 11 * dayMs),
      hashOf(elsewhere, '8.8.4.4', 10 * dayMs),
      hashOf(saltOf, '8.8.8.8', 10 * dayMs),
    ];
    expect(new Set([today, ...different]).size).toBe(4);
    expect(today).toHaveLength(16);
  });

  test('is one for a whole /64 of IPv6, and another for the next', () => {
    const here = hashOf(elsewhere, '2001:db8:0:1::1', 0);
    expect(hashOf(elsewhere, '2001:db8:0:1:ffff:ffff:ffff:ffff', 0)).toBe(here);
    expect(hashOf(elsewhere, '2001:db8:0:2::1', 0)).not.toBe(here);
  });

  test('changes its salt with the day also within one process', () => {
    const hashes = new ViewerHashes(elsewhere);
    const first = Buffer.from(hashes.of('8.8.8.8', 'Browser/1', 0)).toString('hex');
    const second = Buffer.from(hashes.of('8.8.8.8', 'Browser/1', dayMs)).toString('hex');
    expect(second).not.toBe(first);
    expect(Buffer.from(hashes.of('8.8.8.8', 'Browser/1', 0)).toString('hex')).toBe(first);
  });

  test('is of a salt of the process’s own on a day that PostgreSQL has told none of, which is gone with the day', () => {
    const today = hashOf(saltOf, '8.8.8.8', 20 * dayMs);
    expect(hashOf(saltOf, '8.8.8.8', 20 * dayMs + 1)).toBe(today);
    expect(hashOf(saltOf, '8.8.8.8', 21 * dayMs)).not.toBe(today);
    expect(hashOf(saltOf, '8.8.8.8', 20 * dayMs)).not.toBe(today);
  });
});
