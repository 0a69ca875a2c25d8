import { expect, it } from 'vitest';
import { proxyFaults, readNetwork } from './networks.ts';

it('reads addresses and networks of both families, to the last bit', () => {
  expect(readNetwork('10.0.0.1')).toEqual({ address: '10.0.0.1', prefix: 32, family: 'ipv4' });
  expect(readNetwork('10.0.0.0/8')).toEqual({ address: '10.0.0.0', prefix: 8, family: 'ipv4' });
  expect(readNetwork('0.0.0.0/32')?.prefix).toBe(32);
  expect(readNetwork('fd00::/128')).toEqual({ address: 'fd00::', prefix: 128, family: 'ipv6' });
  expect(readNetwork('::1')?.prefix).toBe(128);
});

it.each([
  '',
  '/8',
  'proxy.example',
  '10.0.0.1/',
  '10.0.0.0/8/9',
  '10.0.0.0/33',
  '::1/129',
  '10.0.0.0/-1',
  '10.0.0.0/1e1',
  '10.0.0.0/ 8',
  '10.0.0/8',
])('takes “%s” for neither', (entry) => {
  expect(readNetwork(entry)).toBeNull();
  expect(proxyFaults('X', [entry])).toEqual([`X has "${entry}", which is neither an address nor a network`]);
});

it('finds nothing wrong with the widest network, and refuses everybody', () => {
  expect(proxyFaults('X', ['128.0.0.0/1', '8000::/1', '10.0.0.1'])).toEqual([]);
  expect(proxyFaults('X', ['10.0.0.1', '0.0.0.0/0', '::/0'])).toEqual([
    expect.stringContaining('"0.0.0.0/0", which is everybody'),
    expect.stringContaining('"::/0", which is everybody'),
  ]);
  // As IPv6 writes all of IPv4, and whatever holds it.
  const wide = ['::ffff:0:0/96', '::FFFF:8.8.8.8/96', '0:0:0:0:0:ffff::/95', '::/64'];
  expect(proxyFaults('X', wide)).toHaveLength(wide.length);
  expect(proxyFaults('X', ['::ffff:128.0.0.0/97', '::1', '::/97', '2001:0DB8::/32'])).toEqual([]);
});
