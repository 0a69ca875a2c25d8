import { statSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ObjectSettings, readObjectSettings } from '@placard/db/objects/object-settings';
import { proxyFaults, readNetwork } from '@placard/db/process/networks';
import { addressFault, dashboardAddressFault, sameOriginFault } from '@placard/db/process/public-address';
import { serviceAddressFault } from '@placard/db/process/service-address';
import { type Environment, SettingsReader } from '@placard/db/process/settings-reader';
import { readTraceSettings, type TraceSettings } from '@placard/db/process/trace-settings';
import type { WatchPlace } from '@placard/db/process/watch-server';
import type { KeyRing } from '@placard/db/secrets/secrets';

export type DeliveryConfig = {
  readonly databaseUrl: string;
  /** The installation's key; null: a file in the data folder. */
  readonly secretKeys: KeyRing | null;
  /** Spool, images and the demo page live below it. */
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** Public address, without a slash at the end. */
  readonly publicUrl: string;
  /** Public address of the dashboard, which alone may frame previews. */
  readonly dashboardUrl: string;
  /** This process's number among all delivery processes of the network, and how many there are. */
  readonly shard: number;
  readonly shards: number;
  /** Peers whose X-Forwarded-For and country header are believed. */
  readonly trustedProxies: BlockList | null;
  /** Lower-case header that carries the visitor's country, or `null`. */
  readonly countryHeader: string | null;
  /** Country of loopback and private addresses; '' = unknown. */
  readonly defaultCountry: string;
  /** Networks and their autonomous systems; need not exist where it is the default. */
  readonly asnFile: string;
  readonly demo: boolean;
  /** Whether the log of the database is kept for points in time, and with it what was erased there. */
  readonly logKept: boolean;
  /** Serve widgets on pages of other domains than the website's. */
  readonly anySite: boolean;
  /** Folder with the built sdk.js, analytics.js and look.js. */
  readonly tagDir: string;
  readonly logLevel: string;
  /** The bucket that images are fetched from; null: all of them lie in the data folder. */
  readonly objects: ObjectSettings | null;
  /** Null: figures only to requests from this machine. */
  readonly watch: WatchPlace | null;
  /** Null: traces are sent nowhere. */
  readonly traces: TraceSettings | null;
};

const BUILT_TAG = fileURLToPath(new URL('../../tag/dist', import.meta.url));

class Reader extends SettingsReader {
  matching(name: string, pattern: RegExp, what: string): string {
    const text = this.text(name) ?? '';
    if (text !== '' && !pattern.test(text)) this.faults.push(`${name} is "${text}"; it should be ${what}.`);
    return text;
  }
}

function readAddresses(reader: Reader, port: number) {
  const dashboard = reader.address('PLACARD_URL', dashboardAddressFault);
  const ads = reader.address('PLACARD_DELIVERY_URL', addressFault);
  const dashboardUrl = dashboard ?? 'http://localhost:8080';
  const publicUrl = ads ?? `http://localhost:${port}`;
  // Where neither is named they are this machine's, where each listens on a port of its own.
  if (dashboard !== undefined || ads !== undefined) reader.note(sameOriginFault(dashboardUrl, publicUrl));
  return { publicUrl, dashboardUrl };
}

function readDatabaseUrl(reader: Reader): string {
  const schemes = ['postgres', 'postgresql'];
  const url = reader.url('DATABASE_URL', schemes);
  if (url === undefined) reader.note(serviceAddressFault('DATABASE_URL', '', schemes));
  return url ?? '';
}

function readProxies(reader: Reader): BlockList | null {
  const text = reader.text('PLACARD_TRUSTED_PROXIES');
  if (text === undefined) return null;
  const entries = text.split(',').map((part) => part.trim());
  reader.faults.push(...proxyFaults('PLACARD_TRUSTED_PROXIES', entries));
  const list = new BlockList();
  for (const entry of entries) {
    const network = readNetwork(entry);
    if (network !== null) list.addSubnet(network.address, network.prefix, network.family);
  }
  return list;
}

function readAsnFile(reader: Reader, dataDir: string): string {
  const named = reader.text('PLACARD_ASN_FILE');
  const path = resolve(named ?? join(dataDir, 'networks', 'ip2asn-combined.tsv.gz'));
  if (named !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    reader.faults.push(`PLACARD_ASN_FILE is "${path}"; it should be a file that exists.`);
  }
  return path;
}

function readWatchPlace(reader: Reader): WatchPlace | null {
  const port = reader.integer('PLACARD_WATCH_PORT', 0, 0, 65_535);
  const host = reader.host('PLACARD_WATCH_HOST', '127.0.0.1');
  return port === 0 ? null : { host, port };
}

/** @throws Error that names every fault of the environment at once. */
export function readConfig(environment: Environment = process.env): DeliveryConfig {
  const reader = new Reader(environment);
  const port = reader.integer('DELIVERY_PORT', 8081, 0, 65_535);
  const shards = reader.integer('PLACARD_DELIVERY_PROCESSES', 1, 1, 65_536);
  const demo = reader.flag('PLACARD_DEMO', '0');
  const dataDir = reader.dataDir();
  const config: DeliveryConfig = {
    databaseUrl: readDatabaseUrl(reader),
    secretKeys: reader.secretKeys() ?? null,
    dataDir,
    // The demo is for this machine alone unless told otherwise.
    host: reader.host('PLACARD_HOST', demo ? '127.0.0.1' : '0.0.0.0'),
    port,
    ...readAddresses(reader, port),
    shard: reader.integer('PLACARD_SHARD', 0, 0, Math.min(shards, 65_536) - 1),
    shards,
    trustedProxies: readProxies(reader),
    countryHeader:
      reader
        .matching('PLACARD_COUNTRY_HEADER', /^[A-Za-z0-9-]{1,64}$/, 'the name of a header')
        .toLowerCase() || null,
    defaultCountry: reader.matching('PLACARD_DEFAULT_COUNTRY', /^[A-Z]{2}$/, 'two upper-case letters'),
    asnFile: readAsnFile(reader, dataDir),
    demo,
    logKept: reader.text('PLACARD_POINT_IN_TIME_DIR') !== undefined,
    anySite: reader.flag('PLACARD_ALLOW_ANY_SITE', '0') || demo,
    tagDir: resolve(reader.text('PLACARD_TAG_DIR') ?? BUILT_TAG),
    logLevel: reader.logLevel(),
    objects: readObjectSettings(environment, reader.faults),
    watch: readWatchPlace(reader),
    traces: readTraceSettings(environment, reader.faults),
  };
  if (config.countryHeader !== null && config.trustedProxies === null) {
    reader.faults.push(
      'PLACARD_COUNTRY_HEADER needs PLACARD_TRUSTED_PROXIES: anybody could send that header',
    );
  }
  if (reader.faults.length > 0) {
    throw new Error(`delivery cannot start:\n${reader.faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
  return config;
}

export function spoolDir(config: Pick<DeliveryConfig, 'dataDir' | 'shard'>): string {
  return join(config.dataDir, 'spool', String(config.shard));
}

export function imagesDir(config: Pick<DeliveryConfig, 'dataDir'>): string {
  return join(config.dataDir, 'images');
}
