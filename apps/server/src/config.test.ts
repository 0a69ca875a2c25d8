import { describe, expect, it } from 'vitest';
import {
  readBackupConfig,
  readPointInTimeConfig,
  readRestoreConfig,
  readSecretKeyConfig,
  readServerConfig,
} from './config.ts';
import { ConfigError } from './settings-reader.ts';

const database = { DATABASE_URL: 'postgres://placard:hush@db/placard' };

describe('readServerConfig', () => {
  it('has a default for everything but the database', () => {
    expect(readServerConfig(database)).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      deliveryUrl: 'http://localhost:8081',
      mailFrom: 'no-reply@localhost',
      operator: null,
      worker: true,
      demo: false,
      demoVisitors: 0,
      trustProxy: false,
      secretKeys: undefined,
    });
  });

  it('listens for this machine alone with the demo, unless told otherwise', () => {
    const demo = { ...database, PLACARD_DEMO: '1' };
    expect(readServerConfig(demo).host).toBe('127.0.0.1');
    expect(readServerConfig({ ...demo, PLACARD_HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  });

  it('lets a few visitors come to the demo, as many as are asked for, and to nothing else', () => {
    const visitors = (set: Record<string, string>) => readServerConfig({ ...database, ...set }).demoVisitors;
    const demo = { PLACARD_DEMO: '1' };
    expect([visitors(demo), visitors({ PLACARD_DEMO_VISITORS: '60' })]).toEqual([6, 0]);
    expect(['0', '60'].map((count) => visitors({ ...demo, PLACARD_DEMO_VISITORS: count }))).toEqual([0, 60]);
    expect(() => visitors({ ...demo, PLACARD_DEMO_VISITORS: '61' })).toThrow('from 0 to 60');
  });

  it('has one settler unless told otherwise, and 16 at most', () => {
    const settlers = (set: Record<string, string>) => readServerConfig({ ...database, ...set }).settlers;
    expect([settlers({}), settlers({ PLACARD_SETTLERS: '1' }), settlers({ PLACARD_SETTLERS: '16' })]).toEqual(
      [1, 1, 16],
    );
    for (const wrong of ['0', '17', '1.5'])
      expect(() => settlers({ PLACARD_SETTLERS: wrong })).toThrow('PLACARD_SETTLERS is');
  });

  it('reads what is set', () => {
    const config = readServerConfig({
      ...database,
      PLACARD_URL: 'https://ads.example.com/',
      PLACARD_OPERATOR_EMAIL: 'Boss@Example.com',
      PLACARD_OPERATOR_PASSWORD: 'Kept-across-1',
      PLACARD_SECRET_KEY: 'ab'.repeat(32),
      PLACARD_WORKER: '0',
      CLICKHOUSE_URL: 'http://reports:8123',
      PLACARD_TRUST_PROXY: '10.0.0.0/8',
    });
    expect(config).toMatchObject({
      publicUrl: 'https://ads.example.com',
      mailFrom: 'no-reply@ads.example.com',
      operator: { email: 'boss@example.com', password: 'Kept-across-1' },
      worker: false,
      trustProxy: '10.0.0.0/8',
    });
    expect(config.secretKeys).toEqual({ key: Buffer.alloc(32, 0xab), others: [] });
  });

  it('refuses an API whose worker is elsewhere without a ClickHouse for both', () => {
    const apart = { ...database, PLACARD_WORKER: '0' };
    expect(() => readServerConfig(apart)).toThrow(/PLACARD_WORKER=0 needs CLICKHOUSE_URL/);
    expect(readServerConfig({ ...apart, CLICKHOUSE_URL: 'http://reports:8123' }).worker).toBe(false);
    expect(readServerConfig({ ...database, PLACARD_WORKER: '1' }).worker).toBe(true);
  });

  it('names all faults at once and repeats no secret', () => {
    const read = () =>
      readServerConfig({
        DATABASE_URL: 'mysql://root:hush@db/placard',
        PORT: 'http',
        SMTP_URL: 'mail:hush',
        PLACARD_SECRET_KEY: 'hush',
        PLACARD_OPERATOR_PASSWORD: 'hush',
        PLACARD_LOG_LEVEL: 'loud',
      });
    expect(read).toThrow(ConfigError);
    try {
      read();
    } catch (error) {
      const { message } = error as Error;
      for (const name of [
        'DATABASE_URL',
        'PORT',
        'SMTP_URL',
        'PLACARD_SECRET_KEY',
        'PLACARD_OPERATOR_EMAIL',
        'PLACARD_LOG_LEVEL',
      ]) {
        expect(message).toContain(name);
      }
      expect(message).not.toContain('hush');
    }
  });
});

it('takes no password for the first operator that is one of the first to be tried', () => {
  const read = (password: string) =>
    readServerConfig({
      DATABASE_URL: 'postgres://localhost/placard',
      PLACARD_OPERATOR_EMAIL: 'boss@example.com',
      PLACARD_OPERATOR_PASSWORD: password,
    }).operator?.password;
  expect(read('Kept-across-1')).toBe('Kept-across-1');
  expect(() => read('Password1!')).toThrow('PLACARD_OPERATOR_PASSWORD is one of the first passwords');
});

describe('the secret keys', () => {
  const read = (environment: Record<string, string>) =>
    readServerConfig({ DATABASE_URL: 'postgres://localhost/placard', ...environment }).secretKeys;
  const [one, two] = ['ab'.repeat(32), 'cd'.repeat(32)];

  it('are one that seals and others that open, and never repeated', () => {
    expect(read({})).toBeUndefined();
    expect(read({ PLACARD_SECRET_KEY: one, PLACARD_OTHER_SECRET_KEYS: two })).toEqual({
      key: Buffer.alloc(32, 0xab),
      others: [Buffer.alloc(32, 0xcd)],
    });
    const twice = { PLACARD_SECRET_KEY: one, PLACARD_OTHER_SECRET_KEYS: one };
    expect(() => read(twice)).toThrow('PLACARD_OTHER_SECRET_KEYS should be up to 3 keys');
    expect(() => read(twice)).not.toThrow(one);
    expect(() => read({ PLACARD_OTHER_SECRET_KEYS: two })).toThrow('PLACARD_SECRET_KEY, which is missing');
  });

  it('are what a change of them works with', () => {
    expect(readSecretKeyConfig([], { PLACARD_DATA_DIR: '/data', PLACARD_SECRET_KEY: one })).toEqual({
      dataDir: '/data',
      databaseUrl: undefined,
      secretKeys: { key: Buffer.alloc(32, 0xab), others: [] },
      forgetOld: false,
    });
    expect(readSecretKeyConfig(['--forget-old'], {}).forgetOld).toBe(true);
    expect(() => readSecretKeyConfig(['--forget'], {})).toThrow('No key was changed');
    expect(() => readSecretKeyConfig(['--forget-old', 'x'], {})).toThrow('--forget-old');
  });
});

describe('the keys of Stripe', () => {
  const read = (environment: Record<string, string>) =>
    readServerConfig({ DATABASE_URL: 'postgres://localhost/placard', ...environment });
  const keys = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };

  it('go together, look like keys, and are never repeated', () => {
    expect(read({}).stripe).toBeNull();
    expect(read(keys).stripe).toEqual({
      secretKey: 'sk_live_abc',
      webhookSecret: 'whsec_abc',
      apiUrl: undefined,
    });
    expect(() => read({ STRIPE_SECRET_KEY: 'sk_live_abc' })).toThrow(/go together/);
    const wrong = { STRIPE_SECRET_KEY: 'pk_live_secret', STRIPE_WEBHOOK_SECRET: 'secret' };
    expect(() => read(wrong)).toThrow(/begins with sk_ or rk_[\s\S]*whsec_/);
    expect(() => read(wrong)).not.toThrow(/pk_live_secret/);
  });

  it('are never live ones in a demo', () => {
    expect(() => read({ ...keys, PLACARD_DEMO: '1' })).toThrow(/live key, but this is a demo/);
    expect(read({ ...keys, STRIPE_SECRET_KEY: 'sk_test_abc', PLACARD_DEMO: '1' }).stripe).not.toBeNull();
  });
});

describe('single sign-on', () => {
  const read = (settings: Record<string, string>) => readServerConfig({ ...database, ...settings }).oidc;
  const whole = {
    PLACARD_OIDC_ISSUER: 'https://id.example.com/realms/house/',
    PLACARD_OIDC_CLIENT_ID: 'placard',
    PLACARD_OIDC_CLIENT_SECRET: 'hush',
  };

  it('has an issuer, to the letter, a client and what the button says', () => {
    expect(read({})).toBeNull();
    const settings = { issuer: whole.PLACARD_OIDC_ISSUER, clientId: 'placard', clientSecret: 'hush' };
    expect(read(whole)).toEqual({ ...settings, label: 'single sign-on' });
    const label = 'L'.repeat(40);
    expect(read({ ...whole, PLACARD_OIDC_LABEL: label })).toEqual({ ...settings, label });
  });

  it('names what is missing or wrong, and repeats nothing of it', () => {
    for (const name of Object.keys(whole))
      expect(() => read({ ...whole, [name]: '' })).toThrow(/go together; one is missing/);
    expect(() => read({ PLACARD_OIDC_LABEL: 'x' })).toThrow(/go together; one is missing/);
    expect(() => read({ ...whole, PLACARD_OIDC_LABEL: 'L'.repeat(41) })).toThrow(/at most 40 characters/);
    const all = { PLACARD_OIDC_ISSUER: 'http://hush', PLACARD_OIDC_CLIENT_SECRET: 'hush'.repeat(251) };
    expect(() => read({ ...whole, ...all })).toThrow(/begin with https[\s\S]*at most 1000 characters/);
    expect(() => read({ ...whole, ...all })).not.toThrow(/hush/);
  });

  it('takes what has a thousand letters, and not one more', () => {
    const long = (name: string, letters: number) => () =>
      read({ ...whole, [name]: `https://id.example.com/${'x'.repeat(letters - 23)}` });
    for (const name of Object.keys(whole)) {
      expect(long(name, 1_000)).not.toThrow();
      expect(long(name, 1_001)).toThrow(name);
    }
  });

  it.each([
    ['http://127.0.0.1:8080', true],
    ['http://localhost/realms/a', true],
    ['http://[::1]:8080', true],
    ['http://127.0.0.2', false],
    ['http://id.example.com', false],
    ['https://somebody:hush@id.example.com', false],
    ['https://id.example.com/?a=b', false],
    ['https://id.example.com/#a', false],
    ['https://id.example.com/.well-known/openid-configuration', false],
    ['ftp://id.example.com', false],
    ['id.example.com', false],
  ])('%s is an issuer: %s', (issuer, good) => {
    const reading = () => read({ ...whole, PLACARD_OIDC_ISSUER: issuer });
    if (good) expect(reading()?.issuer).toBe(issuer);
    else expect(reading).toThrow('PLACARD_OIDC_ISSUER');
  });
});

describe('settings that are easily mistaken', () => {
  it('believes no list of proxies that it can’t read, and takes names that stand for networks', () => {
    const trust = (text: string) =>
      readServerConfig({ DATABASE_URL: 'postgres://db/x', PLACARD_TRUST_PROXY: text }).trustProxy;
    for (const text of ['loopback', '10.0.0.0/8, fd00::1', 'uniquelocal,linklocal,10.0.0.1'])
      expect(trust(text)).toBe(text);
    expect([trust('0'), trust('false'), trust(' ')]).toEqual([false, false, false]);
    // Everybody, by whatever name.
    for (const text of ['1', 'true', 'garbage', '10.0.0.1/', '2', 'loopback,10.0.0.0/33', '0.0.0.0/0'])
      expect(() => trust(text)).toThrow('PLACARD_TRUST_PROXY has "');
  });

  it('does not take for off, or for not sealed, what somebody meant otherwise', () => {
    const read = (settings: Record<string, string>) =>
      readServerConfig({ DATABASE_URL: 'postgres://db/x', ...settings });
    expect([
      read({}).worker,
      read({ PLACARD_WORKER: '1' }).worker,
      read({ PLACARD_WORKER: '0', CLICKHOUSE_URL: 'http://reports:8123' }).worker,
    ]).toEqual([true, true, false]);
    expect(() => read({ PLACARD_WORKER: 'false' })).toThrow(
      'PLACARD_WORKER is "false"; it should be 1 or 0.',
    );
    const backup = (passphrase: string) =>
      readBackupConfig(['/b'], { DATABASE_URL: 'postgres://db/x', PLACARD_BACKUP_PASSPHRASE: passphrase });
    expect(backup('').passphrase).toBeNull();
    expect(() => backup('   ')).toThrow('PLACARD_BACKUP_PASSPHRASE should have');
    expect([12, 1_000].map((length) => backup('p'.repeat(length)).passphrase?.length)).toEqual([12, 1_000]);
    for (const length of [11, 1_001])
      expect(() => backup('p'.repeat(length))).toThrow('should have 12 to 1000 characters');
    expect(() => read({ PLACARD_URL: 'https://ada:secret@ads.example.com' })).toThrow('no user or password');
  });
});

describe('the bucket', () => {
  const read = (settings: Record<string, string>) => readServerConfig({ ...database, ...settings });
  const whole = {
    PLACARD_S3_BUCKET: 'ads',
    PLACARD_S3_ACCESS_KEY_ID: 'AKIA',
    PLACARD_S3_SECRET_ACCESS_KEY: 'hush',
  };

  it('is none unless it is named, and its faults stand with all others', () => {
    expect(read({}).objects).toBeNull();
    expect(read(whole).objects).toMatchObject({ bucket: 'ads', prefix: '' });
    const faulty = () => read({ ...whole, PLACARD_S3_BUCKET: 'No_Bucket', PORT: 'x' });
    expect(faulty).toThrow(/PORT[\s\S]*PLACARD_S3_BUCKET/);
    expect(faulty).not.toThrow(/hush/);
  });

  it('reads where points in time are kept, for how many days, and the moment that one is restored at', () => {
    const into = { PLACARD_POINT_IN_TIME_DIR: '/mnt/moments' };
    expect(readServerConfig(database).pointInTime).toBeNull();
    expect(readServerConfig({ ...database, ...into }).pointInTime).toEqual({
      ...{ into: '/mnt/moments', days: 7, bucket: null },
    });
    const days = (text: string) => readPointInTimeConfig({ ...into, PLACARD_POINT_IN_TIME_DAYS: text }).days;
    expect([days('1'), days('90')]).toEqual([1, 90]);
    for (const wrong of ['0', '91', '1.5'])
      expect(() => days(wrong)).toThrow('PLACARD_POINT_IN_TIME_DAYS is');
    expect(() => readPointInTimeConfig({})).toThrow('PLACARD_POINT_IN_TIME_DIR is not set');

    const at = (...args: string[]) => readRestoreConfig(args, {}).at?.toISOString();
    expect(at('/b')).toBeUndefined();
    expect(at('/b', '--to', '2026-11-22T14:15:00Z')).toBe('2026-11-22T14:15:00.000Z');
    expect(at('--to', '2026-11-22T14:15+05:30', '/b')).toBe('2026-11-22T08:45:00.000Z');
    expect(at('/b', '--to', '2028-02-29T23:59:59Z')).toBe('2028-02-29T23:59:59.000Z');
    const noTime = ['2026-02-29T00:00:00Z', '2026-02-30T00:00:00+01:00', '2026-11-22T24:00:00Z'];
    for (const wrong of [
      '2026-11-22T14:15:00',
      '2026-11-22',
      'yesterday',
      '2026-13-22T14:15:00Z',
      '1',
      ...noTime,
    ])
      expect(() => at('/b', '--to', wrong)).toThrow('--to takes a moment with its zone');
    expect(() => at('/b', '--to')).toThrow('--to takes a moment with its zone');
  });

  it('takes points in time only where both they and the bucket are, and gives them by their name', () => {
    const wanted = { PLACARD_POINT_IN_TIME_S3: '1' };
    const into = { PLACARD_POINT_IN_TIME_DIR: '/mnt/moments' };
    expect(read({ ...whole, ...into }).pointInTime?.bucket).toBeNull();
    expect(read({ ...whole, ...into, ...wanted }).pointInTime?.bucket).toMatchObject({ bucket: 'ads' });
    expect(readPointInTimeConfig({ ...whole, ...into, ...wanted }).bucket).toMatchObject({ bucket: 'ads' });
    expect(() => read({ ...into, ...wanted })).toThrow('PLACARD_POINT_IN_TIME_S3 needs PLACARD_S3_BUCKET');
    expect(() => read({ ...whole, ...wanted })).toThrow(
      'PLACARD_POINT_IN_TIME_S3 needs PLACARD_POINT_IN_TIME_DIR',
    );
    expect(() => read({ ...whole, ...into, PLACARD_POINT_IN_TIME_S3: 'yes' })).toThrow('should be 1 or 0');

    const from = (...args: string[]) => readRestoreConfig(args, whole);
    const moment = ['--to', '2026-11-22T14:15:00Z'];
    expect(from('s3:moments')).toMatchObject({ moments: true, backup: null, at: null });
    expect(from('s3:moments', ...moment).moments).toBe(true);
    expect(from('s3', ...moment)).toMatchObject({ moments: true, backup: null });
    expect(from('s3')).toMatchObject({ moments: false, backup: null });
    expect(from('s3:placard-20261122T020000000Z', ...moment).moments).toBe(false);
    expect(() => readRestoreConfig(['s3:moments'], {})).toThrow('PLACARD_S3_BUCKET is not set');
  });

  it('takes backups only where there is one, and gives them only by that name', () => {
    const backup = { PLACARD_BACKUP_DIR: '/b', PLACARD_BACKUP_S3: '1' };
    expect(readBackupConfig([], { PLACARD_BACKUP_DIR: '/b' }).bucket).toBeNull();
    // A variable that is not set, between quotation marks: that is not the folder one is in.
    for (const blank of ['', ' ']) {
      expect(() => readBackupConfig([blank], { PLACARD_BACKUP_DIR: '/b' })).toThrow('It takes one folder');
      expect(() => readRestoreConfig([blank], {})).toThrow('It takes one folder');
    }
    // What a restore takes is no folder to back up into.
    const elsewhere = 'What is named should be a folder of this machine';
    expect(() => readBackupConfig(['s3'], whole)).toThrow(elsewhere);
    expect(() => readBackupConfig([], { PLACARD_BACKUP_DIR: 's3://ads/x' })).toThrow(elsewhere);
    expect(readBackupConfig([], { ...backup, ...whole }).bucket).toMatchObject({ bucket: 'ads' });
    expect(() => readBackupConfig([], backup)).toThrow('PLACARD_BACKUP_S3 needs PLACARD_S3_BUCKET');
    expect(() => readBackupConfig([], { ...backup, ...whole, PLACARD_BACKUP_S3: 'yes' })).toThrow(
      'should be 1 or 0',
    );
    expect(readRestoreConfig(['/b'], whole)).toMatchObject({ from: '/b', bucket: null });
    expect(readRestoreConfig(['s3'], whole)).toMatchObject({ bucket: { bucket: 'ads' }, backup: null });
    const name = 'placard-20261122T120000000Z';
    expect(readRestoreConfig([`s3:${name}`], whole)).toMatchObject({
      bucket: { bucket: 'ads' },
      backup: name,
    });
    expect(() => readRestoreConfig(['s3:../x'], whole)).toThrow('s3:placard-');
    expect(() => readRestoreConfig(['s3'], {})).toThrow('PLACARD_S3_BUCKET is not set');
  });
});
