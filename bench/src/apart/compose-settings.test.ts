import { readComposeServices } from '@placard/tooling/compose-services';
import { describe, expect, it } from 'vitest';
import { readConfig as readDeliveryConfig } from '../../../apps/delivery/src/config.ts';
import { readServerConfig } from '../../../apps/server/src/config.ts';
import { type Environment, noting, READERS, type Read } from './noted-settings.ts';

const KEY = 'a1'.repeat(32);
/** What the heads of the files tell their reader to set, and what they may. */
const GIVEN = { PLACARD_SECRET_KEY: KEY, POSTGRES_PASSWORD: 'one', CLICKHOUSE_PASSWORD: 'two' };
const MAY = { SMTP_URL: 'smtp://mail.example', PLACARD_MAIL_FROM: 'ads@example.com' };
const FILES = ['compose.yaml', 'compose.apart.yaml'];

const readersOf = (command: string): readonly Read[] => READERS[command] ?? [];

/** A launcher without a database brings one, and names it to whom it starts. */
function toldBy(command: string, environment: Environment): Environment {
  return command === 'start' ? { DATABASE_URL: 'postgres://of/the-launcher', ...environment } : environment;
}

describe.each(FILES)('%s', (file) => {
  const services = [...readComposeServices(file, { ...GIVEN, ...MAY })];

  it.each(services)('gives %s settings that are read without a fault', (_name, { command, environment }) => {
    for (const read of readersOf(command)) expect(() => read(toldBy(command, environment))).not.toThrow();
    expect(readersOf(command).length).toBeGreaterThan(0);
  });

  it('sets nothing that none of its processes asks for', () => {
    const [set, asked] = [new Set<string>(), new Set<string>()];
    for (const [, { command, environment }] of services) {
      for (const name of Object.keys(environment)) set.add(name);
      for (const read of readersOf(command)) {
        const noted = noting(toldBy(command, environment));
        read(noted.environment);
        for (const name of noted.asked) asked.add(name);
      }
    }
    expect([...set].filter((name) => !asked.has(name))).toEqual([]);
  });

  it('starts with what its head asks for alone', () => {
    for (const [, { command, environment }] of readComposeServices(file, GIVEN))
      for (const read of readersOf(command)) expect(() => read(toldBy(command, environment))).not.toThrow();
  });
});

it('apart, server and ad server understand the same by what they share', () => {
  const services = readComposeServices('compose.apart.yaml', GIVEN);
  const environmentOf = (name: string) => services.get(name)?.environment ?? {};
  const [api, worker] = [readServerConfig(environmentOf('api')), readServerConfig(environmentOf('worker'))];
  const delivery = readDeliveryConfig(environmentOf('delivery'));
  const url = 'postgres://placard:one@postgres:5432/placard';
  expect([api.databaseUrl, worker.databaseUrl, delivery.databaseUrl]).toEqual([url, url, url]);
  expect([api.clickhouseUrl, worker.clickhouseUrl]).toEqual(
    Array(2).fill('http://placard:two@clickhouse:8123/placard'),
  );
  expect([api.secretKeys, worker.secretKeys]).toEqual([delivery.secretKeys, delivery.secretKeys]);
  expect([api.worker, delivery.shard, delivery.shards]).toEqual([false, 0, 1]);
  expect([delivery.publicUrl, delivery.dashboardUrl]).toEqual([api.deliveryUrl, api.publicUrl]);
  expect([worker.watch?.port, api.watch]).toEqual([9_090, null]);
});

it.each(Object.keys(GIVEN))('apart, nothing is written without %s', (name) => {
  expect(() => readComposeServices('compose.apart.yaml', { ...GIVEN, [name]: '' })).toThrow(
    `${name} is not set`,
  );
});
