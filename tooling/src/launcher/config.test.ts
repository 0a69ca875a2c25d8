import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it('has a default for everything', () => {
  const config = readConfig([], {});
  expect(config).toMatchObject({
    dataDir: resolve('.data'),
    port: 8080,
    deliveryPort: 8081,
    url: 'http://localhost:8080',
    deliveryUrl: 'http://localhost:8081',
    databaseUrl: undefined,
    demo: false,
    log: 'files',
  });
  expect(config.deliveryProcesses).toBeGreaterThanOrEqual(1);
});

it('derives addresses from ports, and takes public ones without their last slash', () => {
  const config = readConfig(['--demo'], { PORT: '9000', PLACARD_DELIVERY_URL: 'https://ads.example.com/' });
  expect(config).toMatchObject({
    url: 'http://localhost:9000',
    deliveryUrl: 'https://ads.example.com',
    demo: true,
  });
});

it('listens for this machine alone with the demo, unless told otherwise', () => {
  expect(readConfig([], {}).host).toBe('0.0.0.0');
  expect(readConfig(['--demo'], {}).host).toBe('127.0.0.1');
  expect(readConfig(['--demo'], { PLACARD_HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
});

it('keeps logs in the data folder, or where it is told', () => {
  const at = (environment: Record<string, string>) => readConfig([], environment).logDir;
  expect(at({ PLACARD_DATA_DIR: '/srv/placard' })).toBe('/srv/placard/logs');
  expect(at({ PLACARD_DATA_DIR: '/srv/placard', PLACARD_LOG_DIR: '/var/log/placard' })).toBe(
    '/var/log/placard',
  );
});

it('counts an empty variable as unset', () => {
  expect(readConfig([], { PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    port: 8080,
    databaseUrl: undefined,
  });
});

it('names all faults together, and no password', () => {
  const environment = {
    PORT: '80x',
    DELIVERY_PORT: '70000',
    DATABASE_URL: 'mysql://root:geheim@db/placard',
    PLACARD_URL: 'ads.example.com',
    PLACARD_DELIVERY_PROCESSES: '0',
    PLACARD_LOG: 'nowhere',
  };
  let message = '';
  try {
    readConfig(['--dmeo'], environment);
  } catch (cause) {
    message = (cause as Error).message;
  }
  for (const name of [...Object.keys(environment), '--dmeo']) expect(message).toContain(name);
  expect(message).not.toContain('geheim');
});

it('gives a row of ports to whoever watches, and keeps visitors out of it', () => {
  const at = (port: string) =>
    readConfig([], { PLACARD_WATCH_PORT: port, PLACARD_DELIVERY_PROCESSES: '2' }).watchPort;
  expect([at(''), at('0'), at('9090'), at('8082'), at('8077')]).toEqual([
    undefined,
    undefined,
    9090,
    8082,
    8077,
  ]);
  expect(() => at('8078')).toThrow(/takes 8078 to 8080/);
  expect(() => at('8081')).toThrow(/takes 8081 to 8083/);
  expect(() => at('65534')).toThrow(/0 to 65533/);
});

it('keeps the log of its own database where points in time are asked for, and of no other', () => {
  const kept = { PLACARD_POINT_IN_TIME_DIR: '/mnt/moments' };
  expect(readConfig([], {}).archiving).toBe(false);
  expect(readConfig([], kept).archiving).toBe(true);
  expect(() => readConfig([], { ...kept, DATABASE_URL: 'postgres://placard@db/placard' })).toThrow(
    'PLACARD_POINT_IN_TIME_DIR is for the embedded PostgreSQL',
  );
});

it('refuses one port for both', () => {
  expect(() => readConfig([], { PORT: '8081' })).toThrow(/both 8081.*DELIVERY_PORT=8082/);
});

it('refuses a database without a host, a dashboard below a path, one origin for both, and no address to listen on', () => {
  expect(() => readConfig([], { DATABASE_URL: 'postgres://' })).toThrow('DATABASE_URL names no host');
  expect(() => readConfig([], { PLACARD_URL: 'https://example.com/ads' })).toThrow('PLACARD_URL should end');
  const one = { PLACARD_URL: 'https://example.com', PLACARD_DELIVERY_URL: 'https://example.com/ads' };
  expect(() => readConfig([], one)).toThrow('are one origin');
  expect(() => readConfig([], { PLACARD_URL: 'http://localhost:8081' })).toThrow('are one origin');
  expect(() => readConfig([], { PLACARD_HOST: '127.0.0.1:8080' })).toThrow('PLACARD_HOST is');
});

it.runIf(process.platform === 'linux')('keeps nothing among what the kernel tells of itself', () => {
  for (const name of ['PLACARD_DATA_DIR', 'PLACARD_LOG_DIR', 'PLACARD_BACKUP_DIR'])
    expect(() => readConfig([], { [name]: '/proc/placard' })).toThrow(`${name}: /proc/placard lies among`);
});

it('takes a demo that the environment names for one, and nothing else for yes or no', () => {
  expect(readConfig([], { PLACARD_DEMO: '1' })).toMatchObject({ demo: true, host: '127.0.0.1' });
  expect(readConfig([], { PLACARD_DEMO: '0' }).demo).toBe(false);
  expect(() => readConfig([], { PLACARD_DEMO: 'yes' })).toThrow('PLACARD_DEMO is "yes"');
});

it.each(['0x1f90', '8e3', '+80', '80.0', '-1'])('takes %s for no number', (port) => {
  expect(() => readConfig([], { PORT: port })).toThrow(`PORT is "${port}"; it should be a whole number`);
});

it.each([
  ['PORT', 1, 65_535],
  ['DELIVERY_PORT', 1, 65_535],
  ['PLACARD_DELIVERY_PROCESSES', 1, 64],
])('takes for %s what is from %i to %i', (name, least, most) => {
  for (const good of [least, most]) expect(() => readConfig([], { [name]: `${good}` })).not.toThrow();
  for (const bad of [least - 1, most + 1])
    expect(() => readConfig([], { [name]: `${bad}` })).toThrow(`number from ${least} to ${most}`);
});
