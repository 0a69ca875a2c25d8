import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ObjectSettings } from '@placard/db/objects/object-settings';
import type { ObjectStore } from '@placard/db/objects/object-store';
import { DAY_MS } from '@placard/domain/time-zone';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchMoments, momentKey } from './bucket-moments.ts';
import { baseName, type Chain, chainFor, writeBase } from './chain.ts';
import { dropOldMoments } from './drop-old-moments.ts';
import { keyFileAt } from './keep-log.ts';
import { SentNames } from './sent-names.ts';

const NOW_MS = Date.UTC(2026, 10, 30, 12);
const LOGS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const SEALED = '00000000-0000-4000-8000-00000000000f';
const PASSPHRASE = 'Of-The-Bucket-1';

let parent: string;
/** What was sent, as it lies in its folder. */
let sent: string;
/** The folder of points in time of the machine that looks through the bucket. */
let root: string;
let objects: Map<string, Buffer>;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'placard-drop-'));
  [sent, root] = [join(parent, 'sent'), join(parent, 'root')];
  objects = new Map();
  for (const folder of [sent, root]) mkdirSync(folder);
});
afterEach(() => rmSync(parent, { recursive: true }));

const daysAgo = (days: number) => new Date(NOW_MS - days * DAY_MS);
const baseOf = (days: number) => baseName(daysAgo(days));
const piece = (place: number, timeline = 1) =>
  `${timeline.toString(16).padStart(8, '0')}${place.toString(16).padStart(16, '0')}`.toUpperCase();

/** A base of so many days ago, which is whole a minute later. */
function base(chain: Chain, days: number, place: number, timeline = 1): void {
  const folder = join(chain.folder, baseOf(days));
  mkdirSync(join(folder, 'cluster'), { recursive: true });
  writeFileSync(join(folder, 'cluster', 'files.tar'), 'x');
  const beganAt = daysAgo(days);
  const files = [{ name: 'cluster/files.tar', bytes: 1, sha256: '0'.repeat(64) }];
  const content = {
    ...{ program: '0.1.0', postgres: '18', beganAt: beganAt.toISOString(), folders: [], files },
    ...{ endedAt: new Date(beganAt.getTime() + 60_000).toISOString(), firstPiece: piece(place, timeline) },
  };
  writeBase(folder, content, chain.key);
}

function put(chain: Chain, ...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(join(chain.folder, name, '..'), { recursive: true });
    writeFileSync(join(chain.folder, name), 'x');
  }
}

function send(): void {
  for (const name of readdirSync(sent, { recursive: true, encoding: 'utf8' })) {
    const path = join(sent, name);
    const [chain = '', ...rest] = name.split('/');
    if (statSync(path).isFile()) objects.set(momentKey(chain, rest.join('/')), readFileSync(path));
  }
}

const removals: string[][] = [];
const store = {
  get: async (key: string) => {
    const found = objects.get(key);
    return found === undefined ? null : Readable.from([found]);
  },
  remove: async (keys: readonly string[]) => {
    removals.push([...keys]);
    for (const key of keys) objects.delete(key);
  },
} as ObjectStore;
const drop = async (days = 7, passphrase: string | null = null) =>
  await dropOldMoments(store, { days, passphrase, nowMs: NOW_MS, root, into: join(parent, `into-${days}`) }, [
    ...objects.keys(),
  ]);
const left = ({ folder }: Chain) =>
  [...objects.keys()]
    .filter((key) => key.startsWith(momentKey(basename(folder), '')))
    .map((key) => key.slice(momentKey(basename(folder), '').length))
    .sort();

describe('of the points in time in a bucket', () => {
  it('those stay that a moment of the last days needs, with the log from their first base on', async () => {
    const chain = chainFor(sent, LOGS[0], null);
    for (const [days, place] of [
      [9, 0x10],
      [8, 0x20],
      [6, 0x30],
    ] as const)
      base(chain, days, place);
    const log = [
      piece(0x1f),
      piece(0x20),
      piece(0x2f, 2),
      '00000002.history',
      `${piece(0x1f)}.00000028.backup`,
    ];
    put(chain, ...log.map((name) => `wal/${name}`), 'images/a.webp', `keys/${'1'.padStart(15, '0')}`);
    send();
    removals.length = 0;
    expect(await drop()).toEqual([baseOf(9)]);
    const whole = (days: number) =>
      ['base.json', 'cluster/files.tar'].map((name) => `${baseOf(days)}/${name}`);
    expect(left(chain)).toEqual(
      [
        ...[...whole(8), ...whole(6), 'chain.json', 'images/a.webp', `keys/${'1'.padStart(15, '0')}`],
        ...[`wal/${piece(0x20)}`, `wal/${piece(0x2f, 2)}`, 'wal/00000002.history'],
      ].sort(),
    );
    // Its manifest goes first: what is half removed is none.
    expect(removals[0]).toEqual([momentKey(basename(chain.folder), `${baseOf(9)}/base.json`)]);
    // With fewer days fewer are needed; of the newest base there is always one.
    expect(await drop(1)).toEqual([baseOf(8)]);
    expect(await drop(0)).toEqual([]);
  });

  it('the log stays from the earliest place on of which a base is, whichever was taken first, on whatever timeline', async () => {
    const [one, other] = LOGS.map((log) => chainFor(sent, log, null));
    if (one === undefined || other === undefined) return expect.fail('two chains');
    base(one, 7.5, 0x10);
    base(one, 6, 0x20, 2);
    // A clock was set back between the two, and a restore began another timeline.
    base(other, 6.5, 0x20);
    base(other, 6, 0x10, 2);
    const places = [0x0f, 0x10, 0x1f, 0x20];
    for (const chain of [one, other]) put(chain, ...places.map((place) => `wal/${piece(place)}`));
    send();
    expect(await drop()).toEqual([]);
    const needed = [0x10, 0x1f, 0x20].map((place) => `wal/${piece(place)}`);
    for (const chain of [one, other])
      expect(left(chain).filter((name) => name.startsWith('wal/'))).toEqual(needed);
  });

  it('a base that never came to its end goes, unless it is on its way', async () => {
    const chain = chainFor(sent, LOGS[0], null);
    base(chain, 8, 1);
    put(chain, `${baseOf(2)}/cluster/files.tar`, `${baseOf(1)}/cluster/files.tar`);
    send();
    mkdirSync(join(root, basename(chain.folder), baseOf(1)), { recursive: true });
    expect(await drop()).toEqual([]);
    expect(left(chain).map((name) => name.split('/')[0])).toEqual(
      [baseOf(8), baseOf(8), baseOf(1), 'chain.json'].sort(),
    );
  });

  it('a chain goes as a whole once another one has all that is needed', async () => {
    const [old, newer] = LOGS.map((log) => chainFor(sent, log, null));
    if (old === undefined || newer === undefined) return expect.fail('two chains');
    base(old, 10, 1);
    put(old, 'images/a.webp', `wal/${piece(2)}`);
    base(newer, 6, 1);
    send();
    const before = left(old);
    // The first of the days still is the old one's.
    expect([await drop(8), left(old)]).toEqual([[], before]);
    expect([await drop(5), left(old)]).toEqual([[baseOf(10)], []]);
    expect(left(newer)).toHaveLength(3);
  });

  it('what another passphrase opens goes once it was forgotten, and only where everything else is there', async () => {
    const foreign = chainFor(sent, SEALED, PASSPHRASE);
    base(foreign, 9, 1);
    const own = chainFor(sent, LOGS[0], null);
    base(own, 3, 1);
    send();
    // Nothing of its own reaches back so far.
    expect(await drop(7)).toEqual([]);
    expect(left(foreign)).toHaveLength(3);
    base(own, 8.5, 1);
    send();
    // A day longer than what is kept: it was added to each day.
    expect(await drop(8)).toEqual([]);
    expect(await drop(7.5)).toEqual([basename(foreign.folder)]);
    expect([left(foreign), left(own).length]).toEqual([[], 5]);
  });
});

describe('from a bucket', () => {
  const files = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort();
  const listed: ObjectStore = {
    ...store,
    list: async function* (prefix) {
      for (const [key, { length: bytes }] of objects)
        if (key.startsWith(prefix)) yield { key, bytes, tag: null };
    },
  };
  const fetched = async (into: string, at: Date | null) => {
    const said: string[] = [];
    const from = join(parent, into);
    mkdirSync(from);
    await fetchMoments(listed, { from, at, passphrase: null, say: (sentence) => said.push(sentence) });
    return { said, names: files(from) };
  };

  it('comes what a moment is restored from, of its base the files, the log from there on, images and keys', async () => {
    const chain = chainFor(sent, LOGS[0], null);
    base(chain, 3, 0x20);
    base(chain, 1, 0x30);
    put(chain, `wal/${piece(0x1f)}`, `wal/${piece(0x20)}`, `wal/${piece(0x30)}`, 'images/a.webp', 'keys/1');
    send();
    objects.set('moments/../escape', Buffer.from('x'));
    const name = (...path: readonly string[]) => [basename(chain.folder), ...path].join('/');
    const manifests = [name('chain.json'), name(baseOf(3), 'base.json'), name(baseOf(1), 'base.json')];
    const beside = [name('images/a.webp'), name('keys/1'), name('wal', piece(0x30))];
    const older = [name(baseOf(3), 'cluster/files.tar'), name('wal', piece(0x20))];
    const found = await fetched('middle', daysAgo(2));
    expect(statSync(join(parent, 'middle', name())).mode & 0o777).toBe(0o700);
    expect(found.names).toEqual([...manifests, ...beside, ...older].sort());
    expect(found.said).toEqual(['Fetching 5 files, 1 MB, from the bucket …']);
    expect((await fetched('last', null)).names).toEqual(
      [...manifests, ...beside, name(baseOf(1), 'cluster/files.tar')].sort(),
    );
    objects.delete(momentKey(basename(chain.folder), `${baseOf(1)}/cluster/files.tar`));
    await expect(fetched('torn', null)).rejects.toThrow(
      /files\.tar of the points in time is missing in the bucket/,
    );
  });

  it('what goes while it is fetched is missed by a sentence', async () => {
    base(chainFor(sent, LOGS[0], null), 3, 1);
    send();
    const get = async (key: string) => (key.endsWith('files.tar') ? null : await store.get(key));
    const order = { from: join(parent, 'gone'), at: null, passphrase: null, say: () => {} };
    await expect(fetchMoments({ ...listed, get }, order)).rejects.toThrow(/is missing now\. Try again/);
  });
});

it('a log goes on in the chain that the passphrase opens, and begins another where none does', () => {
  const [open, sealed] = [chainFor(root, LOGS[0], null), chainFor(root, LOGS[0], PASSPHRASE)];
  const other = chainFor(root, LOGS[0], `${PASSPHRASE}!`);
  expect(new Set([open, sealed, other].map(({ folder }) => folder)).size).toBe(3);
  expect(chainFor(root, LOGS[0], null).folder).toBe(open.folder);
  expect(chainFor(root, LOGS[0], `${PASSPHRASE}!`).folder).toBe(other.folder);
  expect(chainFor(root, LOGS[1], null).folder).not.toBe(open.folder);
  // Of one log they lie beside each other, each by what its passphrase was salted with, in a folder that need not be there yet.
  expect(basename(open.folder)).toBe(`${LOGS[0]}-open`);
  expect(basename(sealed.folder)).toBe(`${LOGS[0]}-${sealed.key?.derivation.salt.slice(0, 8)}`);
  const first = chainFor(join(root, 'not', 'there'), LOGS[0], null);
  expect(statSync(first.folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(first.folder, 'chain.json')).mode & 0o777).toBe(0o600);
});

it('of the states of a key file that one is taken which had begun by the moment, else the first', () => {
  const chain = { folder: sent, key: null };
  expect(keyFileAt(chain, NOW_MS)).toBeNull();
  const name = (ms: number) => `keys/${String(ms).padStart(15, '0')}`;
  put(chain, name(1_000), name(20_000), 'keys/.coming');
  expect([999, 1_000, 19_999, 20_000, null].map((ms) => keyFileAt(chain, ms))).toEqual(
    [1_000, 1_000, 1_000, 20_000, 20_000].map(name),
  );
});

it('what was sent is known for a day, of that bucket alone, and but for a line that was torn', () => {
  const settings = { endpoint: 'http://store.test', bucket: 'b', prefix: 'p/' } as ObjectSettings;
  expect(SentNames.read(root, settings, NOW_MS)).toBeNull();
  const objects = new Map([['moments/c/a', { bytes: 3, tag: 'etag' }]]);
  const written = SentNames.write(root, settings, NOW_MS, objects);
  written.add('moments/c/b', { bytes: 4, tag: null });
  appendFileSync(join(root, '.sent-to-bucket'), '5 moments/c/of-before\n6 tag moments/c/torn and');
  const read = (nowMs: number, of = settings) => SentNames.read(root, of, nowMs);
  const found = read(NOW_MS + DAY_MS - 1);
  const sizes = [3, 4, 5, 6].map((bytes) =>
    ['a', 'b', 'of-before', 'torn'].map((name) => found?.has(`moments/c/${name}`, bytes)),
  );
  expect(sizes.map((each) => each.indexOf(true))).toEqual([0, 1, 2, -1]);
  expect([written.isAdded('moments/c/b'), written.isAdded('moments/c/a')]).toEqual([true, false]);
  expect([...SentNames.last(root, settings)].map(([, { tag }]) => tag)).toEqual(['etag', null, null]);
  expect([read(NOW_MS), read(NOW_MS - 1), read(NOW_MS + DAY_MS)].map((each) => each !== null)).toEqual([
    true,
    false,
    false,
  ]);
  for (const other of [{ bucket: 'c' }, { prefix: 'q/' }, { endpoint: 'http://other.test' }])
    expect([
      read(NOW_MS, { ...settings, ...other }),
      SentNames.last(root, { ...settings, ...other }).size,
    ]).toEqual([null, 0]);
  writeFileSync(join(root, '.sent-to-bucket'), '{}\n3 - moments/c/a\n');
  expect(read(NOW_MS)).toBeNull();
});
