import { expect, it } from 'vitest';
import { folderAddressFault, listenHostFault, serviceAddressFault } from './service-address.ts';

const POSTGRES = ['postgres', 'postgresql'];

it.each([
  'postgres://placard@db/placard',
  'postgresql://[::1]:5432/placard',
  'postgres:///placard?host=/run/postgresql',
  'postgres://%2Frun%2Fpostgresql/placard',
])('finds nothing wrong with %s', (address) => {
  expect(serviceAddressFault('X', address, POSTGRES)).toBeNull();
});

it.each([
  ['postgres://', 'X names no host; it should begin like postgres://host.example.'],
  ['postgres:///secret', 'names no host'],
  ['postgres:secret', 'names no host'],
  ['postgres:///secret?host=', 'names no host'],
  ['mysql://db/secret', 'X is not an address; it should begin with postgres:// or postgresql://.'],
  ['db:5432/secret', 'is not an address'],
  ['/run/secret', 'is not an address'],
  ['postgres://placard:secret#1@db/placard', "X can't be read as an address. Signs like / # ? @ and %"],
  ['Postgres://placard:secret/1@db/placard', '%2F %23'],
  ['postgres://a:5432,b:5432/secret', 'it names one host'],
])('refuses %s without repeating it', (address, why) => {
  const fault = serviceAddressFault('X', address, POSTGRES);
  expect(fault).toContain(why);
  expect(fault).not.toContain('secret');
});

it('takes folders of this machine alone', () => {
  for (const folder of ['/mnt/backups', './s3', 'C:/x', 's3-backups', 'a:b', '..'])
    expect(folderAddressFault('X', folder)).toBeNull();
  for (const place of [
    's3',
    's3:moments',
    's3://key:secret@bucket/x',
    'https://example.com/x',
    'sftp://host',
  ])
    expect(folderAddressFault('X', place)).toMatch(/^X should be a folder of this machine\. (?!.*secret)/);
});

it('lets a parameter name the host of PostgreSQL alone', () => {
  expect(serviceAddressFault('X', 'smtp:///?host=mail', ['smtp'])).toContain('names no host');
});

it.each([
  '127.0.0.1',
  '0.0.0.0',
  '::1',
  '::',
  'fe80::1%eth0',
  'localhost',
  'placard-api',
  'ads.example.com.',
])('listens on %s', (host) => expect(listenHostFault('X', host)).toBeNull());

it.each(['http://127.0.0.1', '127.0.0.1:9090', '[::1]', '10.0.0.1/8', 'a b', '*', 'a,b', '.'])(
  'does not listen on %s',
  (host) => expect(listenHostFault('X', host)).toContain(`X is "${host}"; it should be`),
);
