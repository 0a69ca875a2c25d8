import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { INSTALLED_COMMANDS } from './installed/commands.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

type Service = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly [option: string]: unknown;
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

const compose = (path: string) => parse(read(path), { merge: true }) as Compose;
const isOurs = ({ image }: Service) => image.startsWith('placard:');
const files = ['compose.yaml', 'compose.apart.yaml'];
const { version } = JSON.parse(read('package.json')) as { version: string };

it.each(files)('%s has services and volumes that are there, and commands that Placard has', (path) => {
  const { services, volumes } = compose(path);
  const all = Object.values(services);
  expect(
    all.flatMap((each) => Object.keys(each.depends_on ?? {})).filter((name) => !(name in services)),
  ).toEqual([]);
  const mounted = all.flatMap((each) => each.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
  expect([...new Set(mounted)].toSorted()).toEqual(Object.keys(volumes).toSorted());
  const commands = all.filter(isOurs).flatMap(({ command }) => command ?? []);
  expect(commands.filter((command) => !Object.hasOwn(INSTALLED_COMMANDS, command))).toEqual([]);
});

it.each(files)('%s gives Placard nothing that it does not need', (path) => {
  for (const service of Object.values(compose(path).services).filter(isOurs)) {
    expect(service).toMatchObject({
      image: `placard:${version}`,
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '90s',
    });
  }
});

it.each(files)('%s sets only what the README lists, and no password of its own', (path) => {
  const readme = read('README.md') + read('docs/running.md');
  for (const { environment } of Object.values(compose(path).services).filter(isOurs)) {
    expect(Object.keys(environment).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
    for (const [name, value] of Object.entries(environment))
      if (/KEY|PASSWORD|DATABASE_URL|CLICKHOUSE_URL/.test(name)) expect(value).toMatch(/\$\{[A-Z_]+:\?/);
  }
});

it.each(files)(
  '%s has no default that is empty: one of the programs that read it passes it on as it stands',
  (path) => {
    expect(read(path)).not.toMatch(/:-\}/);
  },
);

it('apart, each process has what it needs, the API no worker, and API and delivery the same images', () => {
  const { api, worker, delivery, migrate } = compose('compose.apart.yaml').services;
  const shared = ['DATABASE_URL', 'PLACARD_SECRET_KEY', 'PLACARD_URL', 'PLACARD_DELIVERY_URL'];
  for (const service of [api, worker, delivery, migrate])
    for (const name of shared) expect(service?.environment[name]).toBe(api?.environment[name]);
  expect(api?.environment).toMatchObject({
    PLACARD_WORKER: '0',
    CLICKHOUSE_URL: worker?.environment.CLICKHOUSE_URL,
  });
  expect(delivery?.environment).toMatchObject({ PLACARD_SHARD: '0', PLACARD_DELIVERY_PROCESSES: '1' });
  expect([api?.volumes, delivery?.volumes]).toEqual([['data:/var/lib/placard'], ['data:/var/lib/placard']]);
});

it('the image runs as nobody in particular, is asked how it is, and is built from what packaging leaves', () => {
  const text = read('Containerfile');
  expect(text).toMatch(/^USER 7070:7070$/m);
  expect(text).toMatch(/^HEALTHCHECK .*\["\/usr\/bin\/placard", "healthy"\]$/m);
  expect(text.indexOf('USER 7070')).toBeGreaterThan(text.lastIndexOf('RUN '));
  expect(text.match(/^(COPY|ADD) .*$/gm)).toEqual(['COPY .packages/image/ /']);
  expect(read('.dockerignore')).toContain('!.packages/image');
});
