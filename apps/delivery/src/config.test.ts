import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const LEAST = { DATABASE_URL: 'postgres://user:secret@localhost/placard' };

describe('the settings of delivery', () => {
  test('need an address of PostgreSQL and have a default for all else', () => {
    expect(readConfig(LEAST)).toMatchObject({
      host: '0.0.0.0',
      port: 8_081,
      publicUrl: 'http://localhost:8081',
      shard: 0,
      shards: 1,
      trustedProxies: null,
      countryHeader: null,
      defaultCountry: '',
      anySite: false,
    });
  });

  test('serve any site in a demo', () => {
    expect(readConfig({ ...LEAST, PLACARD_DEMO: '1' })).toMatchObject({ demo: true, anySite: true });
  });

  test('listen for this machine alone with the demo, unless told otherwise', () => {
    const demo = { ...LEAST, PLACARD_DEMO: '1' };
    expect(readConfig(demo).host).toBe('127.0.0.1');
    expect(readConfig({ ...demo, PLACARD_HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  });

  test('trust networks and single addresses', () => {
    const { trustedProxies } = readConfig({ ...LEAST, PLACARD_TRUSTED_PROXIES: '10.0.0.0/8, ::1' });
    expect(trustedProxies?.check('10.200.1.1')).toBe(true);
    expect(trustedProxies?.check('::1', 'ipv6')).toBe(true);
    expect(trustedProxies?.check('11.0.0.1')).toBe(false);
  });

  test.each(['10.0.0.1/', '0.0.0.0/0'])('trust nobody by %s', (entry) => {
    expect(() => readConfig({ ...LEAST, PLACARD_TRUSTED_PROXIES: entry })).toThrow(
      `has "${entry}", which is`,
    );
  });

  test('trust the widest network and one address of either family', () => {
    const { trustedProxies } = readConfig({
      ...LEAST,
      PLACARD_TRUSTED_PROXIES: '128.0.0.0/1, 10.0.0.1/32, fd00::1/128',
    });
    expect(trustedProxies?.check('203.0.113.9')).toBe(true);
    expect(trustedProxies?.check('10.0.0.2')).toBe(false);
    expect(trustedProxies?.check('fd00::1', 'ipv6')).toBe(true);
  });

  test('name all faults together and repeat no secret', () => {
    const faulty = {
      DATABASE_URL: 'mysql://user:secret@localhost/placard',
      DELIVERY_PORT: '99999',
      PLACARD_SHARD: '3',
      PLACARD_DELIVERY_PROCESSES: '2',
      PLACARD_TRUSTED_PROXIES: '10.0.0.0/8,proxy.example',
      PLACARD_DEFAULT_COUNTRY: 'Germany',
      PLACARD_ASN_FILE: '/nowhere/networks.tsv',
      PLACARD_DEMO: 'yes',
      PLACARD_LOG_LEVEL: 'loud',
      PLACARD_DELIVERY_URL: 'ads.example.com',
      PLACARD_S3_BUCKET: 'No_Bucket',
    };
    let message = '';
    try {
      readConfig(faulty);
    } catch (error) {
      message = String(error);
    }
    for (const name of Object.keys(faulty).filter((each) => each !== 'PLACARD_DELIVERY_PROCESSES')) {
      expect(message).toContain(name);
    }
    expect(message).not.toContain('secret');
  });

  test('name a host, and two origins', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://' })).toThrow('DATABASE_URL names no host');
    expect(() => readConfig({})).toThrow('DATABASE_URL is not an address');
    const at = (url: string, dashboard: string) =>
      readConfig({ ...LEAST, PLACARD_DELIVERY_URL: url, PLACARD_URL: dashboard });
    expect(at('https://ads.example/a/', 'https://example')).toMatchObject({
      publicUrl: 'https://ads.example/a',
      dashboardUrl: 'https://example',
    });
    expect(() => at('https://example', 'https://example/')).toThrow('are one origin');
    expect(() => at('http://localhost:8080', '')).toThrow('are one origin');
    expect(() => at('', 'http://localhost:8081')).toThrow('are one origin');
    expect(() => at('https://ads.example', 'https://example/a')).toThrow('PLACARD_URL should end');
    expect(readConfig({ ...LEAST, DELIVERY_PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    for (const name of ['PLACARD_HOST', 'PLACARD_WATCH_HOST'])
      expect(() => readConfig({ ...LEAST, [name]: 'http://127.0.0.1' })).toThrow(`${name} is "http`);
  });

  test('believe a country header only behind a proxy', () => {
    expect(() => readConfig({ ...LEAST, PLACARD_COUNTRY_HEADER: 'CF-IPCountry' })).toThrow(
      'PLACARD_TRUSTED_PROXIES',
    );
    const behind = { ...LEAST, PLACARD_COUNTRY_HEADER: 'CF-IPCountry', PLACARD_TRUSTED_PROXIES: '10.0.0.1' };
    expect(readConfig(behind).countryHeader).toBe('cf-ipcountry');
  });
});
