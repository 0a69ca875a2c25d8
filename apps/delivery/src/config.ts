import { statSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ObjectSettings, readObjectSettings } from '@placard/db/objects/object-settings';
import { kernelFolderFault } from '@placard/db/process/kernel-folder';
import { proxyFaults, readNetwork } from '@placard/db/process/networks';
import { addressFault, dashboardAddressFault, sameOriginFault } from '@placard/db/process/public-address';
import { listenHostFault, serviceAddressFault } from '@placard/db/process/service-address';
import { readTraceSettings, type TraceSettings } from '@placard/db/process/trace-settings';
import type { WatchPlace } from '@placard/db/process/watch-server';
import { type KeyRing, readOtherSecretKeys, readSecretKey } from '@placard/db/secrets/secrets';

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

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const BUILT_TAG = fileURLToPath(new URL('../../tag/dist', import.meta.url));

class Reader {
  readonly faults: string[] = [];
  private readonly environment: Environment;

  constructor(environment: Environment) {
    this.environment = environment;
  }

  text(name: string, fallback: string): string {
    const value = this.environment[name]?.trim();
    return value === undefined || value === '' ? fallback : value;
  }

  integer(name: string, fallback: number, range: { readonly least: number; readonly most: number }): number {
    const text = this.text(name, String(fallback));
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= range.least && value <= range.most) return value;
    this.faults.push(`${name} must be a whole number from ${range.least} to ${range.most}, not "${text}"`);
    return fallback;
  }

  flag(name: string): boolean {
    const text = this.text(name, '0');
    if (text !== '0' && text !== '1') this.faults.push(`${name} must be 0 or 1, not "${text}"`);
    return text === '1';
  }

  matching(name: string, pattern: RegExp, what: string, fallback: string): string {
    const text = this.text(name, fallback);
    if (text !== '' && !pattern.test(text)) this.faults.push(`${name} must be ${what}, not "${text}"`);
    return text;
  }
}

function note(reader: Reader, fault: string | null): void {
  if (fault !== null) reader.faults.push(fault);
}

function readHost(reader: Reader, name: string, fallback: string): string {
  const host = reader.text(name, fallback);
  note(reader, listenHostFault(name, host));
  return host;
}

function readAddresses(reader: Reader, port: number) {
  const [dashboard, ads] = [reader.text('PLACARD_URL', ''), reader.text('PLACARD_DELIVERY_URL', '')];
  const dashboardUrl = (dashboard || 'http://localhost:8080').replace(/\/+$/, '');
  const publicUrl = (ads || `http://localhost:${port}`).replace(/\/+$/, '');
  note(reader, dashboardAddressFault('PLACARD_URL', dashboardUrl));
  note(reader, addressFault('PLACARD_DELIVERY_URL', publicUrl));
  // Where neither is named they are this machine's, where each listens on a port of its own.
  if (dashboard + ads !== '') note(reader, sameOriginFault(dashboardUrl, publicUrl));
  return { publicUrl, dashboardUrl };
}

function readDatabaseUrl(reader: Reader): string {
  const text = reader.text('DATABASE_URL', '');
  note(reader, serviceAddressFault('DATABASE_URL', text, ['postgres', 'postgresql']));
  return text.replace(/\/+$/, '');
}

function readProxies(reader: Reader): BlockList | null {
  const text = reader.text('PLACARD_TRUSTED_PROXIES', '');
  if (text === '') return null;
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
  const path = resolve(reader.text('PLACARD_ASN_FILE', join(dataDir, 'networks', 'ip2asn-combined.tsv.gz')));
  const isNamed = reader.text('PLACARD_ASN_FILE', '') !== '';
  if (isNamed && statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    reader.faults.push(`PLACARD_ASN_FILE must be a file that exists, not "${path}"`);
  }
  return path;
}

function readWatchPlace(reader: Reader): WatchPlace | null {
  const port = reader.integer('PLACARD_WATCH_PORT', 0, { least: 0, most: 65_535 });
  const host = readHost(reader, 'PLACARD_WATCH_HOST', '127.0.0.1');
  return port === 0 ? null : { host, port };
}

/** Never repeated in a fault. */
function readKeys(reader: Reader): KeyRing | null {
  const text = reader.text('PLACARD_SECRET_KEY', '');
  const key = text === '' ? null : readSecretKey(text);
  if (text !== '' && key === null) {
    reader.faults.push('PLACARD_SECRET_KEY must be 32 bytes as hex or base64');
  }
  const otherText = reader.text('PLACARD_OTHER_SECRET_KEYS', '');
  if (text === '' && otherText !== '') {
    reader.faults.push('PLACARD_OTHER_SECRET_KEYS needs PLACARD_SECRET_KEY');
  }
  if (key === null) return null;
  const others = otherText === '' ? [] : readOtherSecretKeys(otherText, key);
  if (others === null) {
    reader.faults.push(
      'PLACARD_OTHER_SECRET_KEYS must be up to 3 keys of 32 bytes as hex or base64, with commas between, other ones than PLACARD_SECRET_KEY',
    );
  }
  return { key, others: others ?? [] };
}

/** @throws Error that names every fault of the environment at once. */
export function readConfig(environment: Environment = process.env): DeliveryConfig {
  const reader = new Reader(environment);
  const port = reader.integer('DELIVERY_PORT', 8081, { least: 0, most: 65_535 });
  const shards = reader.integer('PLACARD_DELIVERY_PROCESSES', 1, { least: 1, most: 65_536 });
  const demo = reader.flag('PLACARD_DEMO');
  const dataDir = resolve(reader.text('PLACARD_DATA_DIR', '.data'));
  const folderFault = kernelFolderFault(dataDir);
  note(reader, folderFault === null ? null : `PLACARD_DATA_DIR: ${folderFault}`);
  const config: DeliveryConfig = {
    databaseUrl: readDatabaseUrl(reader),
    secretKeys: readKeys(reader),
    dataDir,
    // The demo is for this machine alone unless told otherwise.
    host: readHost(reader, 'PLACARD_HOST', demo ? '127.0.0.1' : '0.0.0.0'),
    port,
    ...readAddresses(reader, port),
    shard: reader.integer('PLACARD_SHARD', 0, { least: 0, most: Math.min(shards, 65_536) - 1 }),
    shards,
    trustedProxies: readProxies(reader),
    countryHeader:
      reader
        .matching('PLACARD_COUNTRY_HEADER', /^[A-Za-z0-9-]{1,64}$/, 'the name of a header', '')
        .toLowerCase() || null,
    defaultCountry: reader.matching('PLACARD_DEFAULT_COUNTRY', /^[A-Z]{2}$/, 'two upper-case letters', ''),
    asnFile: readAsnFile(reader, dataDir),
    demo,
    logKept: reader.text('PLACARD_POINT_IN_TIME_DIR', '') !== '',
    anySite: reader.flag('PLACARD_ALLOW_ANY_SITE') || demo,
    tagDir: resolve(reader.text('PLACARD_TAG_DIR', BUILT_TAG)),
    logLevel: reader.text('PLACARD_LOG_LEVEL', 'info'),
    objects: readObjectSettings(environment, reader.faults),
    watch: readWatchPlace(reader),
    traces: readTraceSettings(environment, reader.faults),
  };
  if (!LOG_LEVELS.includes(config.logLevel)) {
    reader.faults.push(`PLACARD_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`);
  }
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
