import { describe, expect, it } from 'vitest';
import { refusePlace } from './backup/refuse-place.ts';
import { readServerConfig } from './config.ts';

const database = { DATABASE_URL: 'postgres://placard:hush@db/placard' };

describe('addresses', () => {
  const read = (settings: Record<string, string>) => readServerConfig({ ...database, ...settings });

  it('name a host: of the database by itself or as the folder of a socket, of the dashboard without a path', () => {
    for (const url of ['postgres://', 'postgres:///placard', 'postgres:placard'])
      expect(() => readServerConfig({ DATABASE_URL: url })).toThrow('DATABASE_URL names no host');
    const socket = 'postgres:///placard?host=/run/postgresql';
    expect(readServerConfig({ DATABASE_URL: socket }).databaseUrl).toBe(socket);
    expect(() => read({ SMTP_URL: 'smtp://' })).toThrow('SMTP_URL names no host');
    for (const path of ['/placard', '/?a', '/#a'])
      expect(() => read({ PLACARD_URL: `https://ads.example.com${path}` })).toThrow('PLACARD_URL should end');
    const below = { PLACARD_DELIVERY_URL: 'https://ads.example.com/placard/' };
    expect(read(below).deliveryUrl).toBe('https://ads.example.com/placard');
  });

  it('are two origins, unless each machine has its own', () => {
    const url = 'https://ads.example.com';
    expect(() => read({ PLACARD_URL: url, PLACARD_DELIVERY_URL: `${url}/ads` })).toThrow('are one origin');
    expect(() => read({ PLACARD_URL: 'http://localhost:8081' })).toThrow('are one origin');
    expect(() => read({ PLACARD_DELIVERY_URL: 'http://localhost:8080' })).toThrow('are one origin');
    expect(read({ PORT: '0', DELIVERY_PORT: '0' }).port).toBe(0);
  });

  it('to listen on have nothing around them', () => {
    expect(read({ PLACARD_WATCH_PORT: '9090', PLACARD_WATCH_HOST: '::1' }).watch?.host).toBe('::1');
    for (const name of ['PLACARD_WATCH_HOST', 'PLACARD_HOST'])
      for (const host of ['http://127.0.0.1', '127.0.0.1:9090', '[::1]'])
        expect(() => read({ [name]: host })).toThrow(`${name} is "${host}"; it should be an address`);
  });

  it('of mail are addresses, with a name or alone', () => {
    for (const from of ['ads@example.com', 'no-reply@localhost', 'Ads <ads@example.com>', '"A, B" <a@b.c>'])
      expect(read({ PLACARD_MAIL_FROM: from, PLACARD_MAIL_REPLY_TO: from })).toMatchObject({
        ...{ mailFrom: from, mailReplyTo: from },
      });
    const wrong = [
      'ads',
      'ads@',
      '@example.com',
      'a@b.c, d@e.f',
      'Ads ads@example.com',
      'Ads <ads>',
      '<>',
      'a@b@c',
    ];
    for (const name of ['PLACARD_MAIL_FROM', 'PLACARD_MAIL_REPLY_TO'])
      for (const text of wrong)
        expect(() => read({ [name]: text }), text).toThrow(`${name} is "${text}"; it should be an email`);
  });

  it('of Stripe end with the host, and are sealed but to this machine', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
    const at = (url: string) => read({ ...keys, STRIPE_API_URL: url }).stripe?.apiUrl;
    expect([at('http://127.0.0.1:4242'), at('https://stripe.example/')]).toEqual([
      'http://127.0.0.1:4242',
      'https://stripe.example',
    ]);
    for (const url of ['http://stripe.example', 'http://10.0.0.1:80'])
      expect(() => at(url)).toThrow('STRIPE_API_URL should begin with https://');
    for (const end of ['/v1', '/?hush', '/#hush'])
      expect(() => at(`https://stripe.example${end}`)).toThrow('STRIPE_API_URL should end with the host');
    expect(() => at('https://u:hush@stripe.example')).toThrow('no user before it');
    expect(() => at('https://u:hush@stripe.example')).not.toThrow('hush');
    expect(() => read({ STRIPE_API_URL: 'http://stripe.example' })).toThrow('STRIPE_API_URL');
  });
});

describe('what a server would find out at night', () => {
  const read = (settings: Record<string, string>) => readServerConfig({ ...database, ...settings });

  it('is refused at its start: a place in the data folder', () => {
    for (const name of ['PLACARD_BACKUP_DIR', 'PLACARD_POINT_IN_TIME_DIR']) {
      const into = (folder: string) => read({ PLACARD_DATA_DIR: '/srv/placard', [name]: folder });
      for (const folder of ['/srv/placard', '/srv/placard/backups', '/srv/placard/../placard/b'])
        expect(() => into(folder)).toThrow(new RegExp(`${name}: .* lies in the data folder`));
      for (const folder of ['/srv/placard-backups', '/srv'])
        expect(into(folder)[name === 'PLACARD_BACKUP_DIR' ? 'backups' : 'pointInTime']?.into).toBe(folder);
    }
  });

  it.runIf(process.platform === 'linux')('is refused at its start: a place where nothing is kept', () => {
    for (const name of ['PLACARD_DATA_DIR', 'PLACARD_BACKUP_DIR', 'PLACARD_POINT_IN_TIME_DIR'])
      expect(() => read({ [name]: '/proc/placard' })).toThrow(`${name}: /proc/placard lies among`);
    for (const name of ['PLACARD_DATA_DIR', 'PLACARD_BACKUP_DIR', 'PLACARD_POINT_IN_TIME_DIR'])
      expect(() => read({ [name]: 's3://ads/x' })).toThrow(`${name} should be a folder of this machine`);
    // Node would try for ever to make it.
    expect(() => refusePlace('/proc/placard', '/srv/placard')).toThrow('lies among what the kernel tells');
  });

  it('is refused at its start: a bucket that is not named, and neither yes nor no', () => {
    for (const name of ['PLACARD_BACKUP_S3', 'PLACARD_POINT_IN_TIME_S3', 'PLACARD_DEMO', 'PLACARD_WORKER'])
      expect(() => read({ [name]: 'yes' })).toThrow(`${name} is "yes"; it should be 1 or 0.`);
    expect(() => read({ PLACARD_BACKUP_S3: '1', PLACARD_BACKUP_DIR: '/b' })).toThrow(
      'PLACARD_BACKUP_S3 needs PLACARD_S3_BUCKET',
    );
    expect(read({ PLACARD_DEMO: '0' }).demo).toBe(false);
  });
});

it.each(['0x1f90', '8e3', '+80', '80.0', '-1'])('%s is no number', (port) => {
  expect(() => readServerConfig({ ...database, PORT: port })).toThrow(`PORT is "${port}"; it should be`);
});
