import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { type ObjectSettings, readObjectSettings } from '@placard/db/objects/object-settings';
import { commandLine, startLine } from '@placard/db/process/commands';
import { addressFault, dashboardAddressFault, sameOriginFault } from '@placard/db/process/public-address';
import { folderAddressFault } from '@placard/db/process/service-address';
import type { Environment } from '@placard/db/process/settings-reader';
import { readTraceSettings, type TraceSettings } from '@placard/db/process/trace-settings';
import type { WatchPlace } from '@placard/db/process/watch-server';
import type { KeyRing } from '@placard/db/secrets/secrets';
import { placeFault } from './backup/refuse-place.ts';
import { type OidcSettings, readOidcSettings } from './gateways/oidc-settings.ts';
import type { StripeConfig } from './gateways/stripe-gateway.ts';
import { type PointInTimePlan, readMoment, readPointInTimePlan } from './point-in-time/settings.ts';
import { ConfigError, type FirstOperator, Reader } from './settings-reader.ts';

export type ServerConfig = {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  /** Addresses as browsers see them, without a slash at the end. */
  readonly publicUrl: string;
  readonly deliveryUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: a file in the data folder. */
  readonly secretKeys: KeyRing | undefined;
  /** Undefined: mails stay in the outbox, where the operator reads them. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Where answers to mails go; undefined: to their sender. */
  readonly mailReplyTo: string | undefined;
  /** The first operator of an empty installation; null: by a one-time link. */
  readonly operator: FirstOperator | null;
  /** Whether the worker runs in this process. */
  readonly worker: boolean;
  /** How many settle events. */
  readonly settlers: number;
  readonly clickhouseUrl: string | undefined;
  /** Null: no cards are taken. */
  readonly stripe: StripeConfig | null;
  readonly oidc: OidcSettings | null;
  /** Fill an empty installation with the demo. */
  readonly demo: boolean;
  /** Null: nothing is backed up by itself. */
  readonly backups: BackupPlan | null;
  readonly pointInTime: PointInTimePlan | null;
  /** Page views a minute that the demo makes of itself. */
  readonly demoVisitors: number;
  /** The bucket that images are stored in too; null: a folder is enough. */
  readonly objects: ObjectSettings | null;
  /** Null: nobody is told how it is but by /api/health. */
  readonly watch: WatchPlace | null;
  /** Null: traces are sent nowhere. */
  readonly traces: TraceSettings | null;
  readonly trustProxy: false | string;
  readonly callsPerMinute: number;
  readonly logLevel: string;
};

/** A backup each day, into a folder that is a person's to choose. */
export type BackupPlan = {
  readonly into: string;
  /** UTC. */
  readonly hour: number;
  readonly keep: number;
};

export type BackupConfig = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly into: string;
  readonly passphrase: string | null;
  readonly keep: number | null;
  /** Where each backup goes too; null: nowhere. */
  readonly bucket: ObjectSettings | null;
};

export type SecretKeyConfig = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly secretKeys: KeyRing | undefined;
  /** Drops old keys now instead of making a new one. */
  readonly forgetOld: boolean;
};

export type RestoreConfig = {
  /** A folder; where it comes from a bucket, it is fetched first. */
  readonly from: string;
  /** The moment of a folder of points in time; null: the latest. */
  readonly at: Date | null;
  readonly bucket: ObjectSettings | null;
  /** Of the bucket; null: the newest. */
  readonly backup: string | null;
  /** Whether the bucket's points in time are meant, and not its backups. */
  readonly moments: boolean;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly clickhouseUrl: string | undefined;
  readonly passphrase: string | null;
  readonly secretKeys: KeyRing | undefined;
};

const KEPT_BACKUPS = 7;
const KEPT_BACKUPS_MOST = 1_000;
/** Each keeps a connection, and the embedded PostgreSQL has 60 for all. */
const MOST_SETTLERS = 16;

/** Reads and checks all settings of the server. @throws ConfigError */
export function readServerConfig(environment: Environment = process.env): ServerConfig {
  const reader = new Reader(environment);
  const port = reader.integer('PORT', 8080, 0, 65_535);
  const deliveryPort = reader.integer('DELIVERY_PORT', 8081, 0, 65_535);
  const databaseUrl = reader.url('DATABASE_URL', ['postgres', 'postgresql']);
  if (databaseUrl === undefined) {
    reader.faults.push(
      `DATABASE_URL is not set. "${startLine()}" brings a database of its own; a server that is started alone needs one.`,
    );
  }
  const [dashboard, ads] = [
    reader.address('PLACARD_URL', dashboardAddressFault),
    reader.address('PLACARD_DELIVERY_URL', addressFault),
  ];
  const publicUrl = dashboard ?? `http://localhost:${port}`;
  const deliveryUrl = ads ?? `http://localhost:${deliveryPort}`;
  // Where neither is named they are this machine's, where each listens on a port of its own.
  if (dashboard !== undefined || ads !== undefined) reader.note(sameOriginFault(publicUrl, deliveryUrl));
  const logLevel = reader.logLevel();
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost';
  const demo = reader.flag('PLACARD_DEMO', '0');
  const dataDir = reader.dataDir();
  const objects = readObjectSettings(environment, reader.faults);
  const config: ServerConfig = {
    databaseUrl: databaseUrl ?? '',
    // The demo's accounts and their passwords are known to everybody.
    host: reader.host('PLACARD_HOST', demo ? '127.0.0.1' : '0.0.0.0'),
    port,
    publicUrl,
    deliveryUrl,
    dataDir,
    secretKeys: reader.secretKeys(),
    smtpUrl: reader.url('SMTP_URL', ['smtp', 'smtps']),
    mailFrom: reader.mailAddress('PLACARD_MAIL_FROM') ?? `no-reply@${host}`,
    mailReplyTo: reader.mailAddress('PLACARD_MAIL_REPLY_TO'),
    operator: reader.operator(),
    worker: reader.flag('PLACARD_WORKER', '1'),
    settlers: reader.integer('PLACARD_SETTLERS', 1, 1, MOST_SETTLERS),
    clickhouseUrl: reader.url('CLICKHOUSE_URL', ['http', 'https']),
    stripe: reader.stripe(demo),
    oidc: readOidcSettings(environment, reader.faults),
    demo,
    backups: readBackupPlan(reader, objects, dataDir),
    pointInTime: readKeptPoints(reader, objects, dataDir),
    demoVisitors: demo ? reader.integer('PLACARD_DEMO_VISITORS', 6, 0, 60) : 0,
    objects,
    watch: readWatchPlace(reader),
    traces: readTraceSettings(environment, reader.faults),
    trustProxy: reader.trustProxy(),
    callsPerMinute: reader.integer('PLACARD_CALLS_PER_MINUTE', 3_000, 0, 10_000_000),
    logLevel,
  };
  if (!config.worker && config.clickhouseUrl === undefined) {
    reader.faults.push(
      'PLACARD_WORKER=0 needs CLICKHOUSE_URL, the same as the worker has: without one the API would look for reports in a store of its own, which nobody fills.',
    );
  }
  if (reader.faults.length > 0) throw new ConfigError(reader.faults);
  return config;
}

function readWatchPlace(reader: Reader): WatchPlace | null {
  const port = reader.integer('PLACARD_WATCH_PORT', 0, 0, 65_535);
  const host = reader.host('PLACARD_WATCH_HOST', '127.0.0.1');
  return port === 0 ? null : { host, port };
}

function keptBackups(reader: Reader): number {
  return reader.integer('PLACARD_BACKUP_KEEP', KEPT_BACKUPS, 1, KEPT_BACKUPS_MOST);
}

/** What is kept in the data folder is refused by the commands as well, but they run at night. */
function notePlace(reader: Reader, name: string, into: string | undefined, dataDir: string): void {
  const fault = into === undefined ? null : placeFault(resolve(into), dataDir);
  reader.note(fault === null ? null : `${name}: ${fault}`);
}

function readKeptPoints(reader: Reader, objects: ObjectSettings | null, dataDir: string) {
  const plan = readPointInTimePlan(reader, objects);
  notePlace(reader, 'PLACARD_POINT_IN_TIME_DIR', plan?.into, dataDir);
  return plan;
}

function readBackupPlan(reader: Reader, objects: ObjectSettings | null, dataDir: string): BackupPlan | null {
  const into = reader.path('PLACARD_BACKUP_DIR');
  const hour = reader.integer('PLACARD_BACKUP_HOUR', 2, 0, 23);
  const keep = keptBackups(reader);
  reader.passphrase();
  readBackupBucket(reader, objects);
  notePlace(reader, 'PLACARD_BACKUP_DIR', into, dataDir);
  return into === undefined ? null : { into: resolve(into), hour, keep };
}

/** @param objects the bucket of the settings */
function readBackupBucket(reader: Reader, objects: ObjectSettings | null): ObjectSettings | null {
  if (!reader.flag('PLACARD_BACKUP_S3', '0')) return null;
  if (objects === null)
    reader.faults.push('PLACARD_BACKUP_S3 needs PLACARD_S3_BUCKET, where backups go then.');
  return objects;
}

const restoreUsage = () => commandLine('restore', 'FOLDER, or s3, or s3:placard-…, or s3:moments');
const IN_BUCKET = /^s3(?::(placard-\d{8}T\d{9}Z|moments))?$/;

/** Where a backup is restored from: a folder, or the bucket of the settings. */
function readBackupPlace(reader: Reader, args: readonly string[], at: Date | null, environment: Environment) {
  const [place = '', ...more] = args;
  if (!place.startsWith('s3:') && place !== 's3')
    return {
      from: readFolder(reader, args, undefined, restoreUsage()),
      bucket: null,
      backup: null,
      moments: false,
    };
  const found = IN_BUCKET.exec(place);
  if (found === null || more.length > 0) reader.faults.push(`It takes one place: ${restoreUsage()}`);
  const bucket = readObjectSettings(environment, reader.faults);
  if (bucket === null)
    reader.faults.push('PLACARD_S3_BUCKET is not set: there is no bucket to restore from.');
  const named = found?.[1] ?? null;
  // A moment is a point in time's: whoever names one has not to name those as well.
  const moments = named === 'moments' || (named === null && at !== null);
  return { from: '', bucket, backup: moments ? null : named, moments };
}

/** What is told to `npm run backup` and `npm run restore`: one folder. */
function readFolder(
  reader: Reader,
  args: readonly string[],
  fallback: string | undefined,
  usage: string,
): string {
  const [folder = fallback, ...more] = args;
  // A blank one is a variable that is not set: `.` would be taken for it.
  if (folder === undefined || folder.trim() === '' || folder.startsWith('-') || more.length > 0)
    reader.faults.push(`It takes one folder: ${usage}`);
  else reader.note(folderAddressFault('What is named', folder));
  return resolve(folder ?? '.');
}

/** @throws ConfigError */
export function readBackupConfig(
  args: readonly string[],
  environment: Environment = process.env,
): BackupConfig {
  const reader = new Reader(environment);
  const config: BackupConfig = {
    dataDir: reader.dataDir(),
    databaseUrl: reader.url('DATABASE_URL', ['postgres', 'postgresql']),
    into: readFolder(reader, args, reader.text('PLACARD_BACKUP_DIR'), commandLine('backup', 'FOLDER')),
    passphrase: reader.passphrase(),
    // Into a folder that was named by hand old ones go only where somebody said how many stay.
    keep: args.length > 0 && reader.text('PLACARD_BACKUP_KEEP') === undefined ? null : keptBackups(reader),
    bucket: readBackupBucket(reader, readObjectSettings(environment, reader.faults)),
  };
  if (reader.faults.length > 0) throw new ConfigError(reader.faults, 'Nothing was backed up');
  return config;
}

/** @throws ConfigError */
export function readRestoreConfig(
  args: readonly string[],
  environment: Environment = process.env,
): RestoreConfig {
  const reader = new Reader(environment);
  const { at, rest } = readMoment(reader, args);
  const config: RestoreConfig = {
    ...readBackupPlace(reader, rest, at, environment),
    at,
    dataDir: reader.dataDir(),
    databaseUrl: reader.url('DATABASE_URL', ['postgres', 'postgresql']),
    clickhouseUrl: reader.url('CLICKHOUSE_URL', ['http', 'https']),
    passphrase: reader.passphrase(),
    secretKeys: reader.secretKeys(),
  };
  if (reader.faults.length > 0) throw new ConfigError(reader.faults, 'Nothing was restored');
  return config;
}

/** @throws ConfigError */
export function readPointInTimeConfig(environment: Environment = process.env) {
  const reader = new Reader(environment);
  const plan = readPointInTimePlan(reader, readObjectSettings(environment, reader.faults));
  if (plan === null) reader.faults.push('PLACARD_POINT_IN_TIME_DIR is not set.');
  const config = {
    dataDir: reader.dataDir(),
    passphrase: reader.passphrase(),
    ...(plan ?? { into: '', days: 0, bucket: null }),
  };
  if (reader.faults.length > 0) throw new ConfigError(reader.faults, 'No point in time was kept');
  return config;
}

/** @throws ConfigError */
export function readSecretKeyConfig(
  args: readonly string[],
  environment: Environment = process.env,
): SecretKeyConfig {
  const reader = new Reader(environment);
  const [option, ...more] = args;
  if ((option !== undefined && option !== '--forget-old') || more.length > 0)
    reader.faults.push(`It takes nothing, or --forget-old: ${commandLine('placard', 'rotate-secret-key')}`);
  const config: SecretKeyConfig = {
    dataDir: reader.dataDir(),
    databaseUrl: reader.url('DATABASE_URL', ['postgres', 'postgresql']),
    secretKeys: reader.secretKeys(),
    forgetOld: option === '--forget-old',
  };
  if (reader.faults.length > 0) throw new ConfigError(reader.faults, 'No key was changed');
  return config;
}

/** Where the database of an installation is found. @throws ConfigError */
export function readDatabasePlace(environment: Environment = process.env) {
  const reader = new Reader(environment);
  const place = {
    dataDir: reader.dataDir(),
    databaseUrl: reader.url('DATABASE_URL', ['postgres', 'postgresql']),
  };
  if (reader.faults.length > 0) throw new ConfigError(reader.faults, 'Nothing was changed');
  return place;
}

/** Who calls a command on the machine itself. */
export type Caller = {
  readonly osUser: string;
  /** Who became that user by sudo, as sudo says. */
  readonly sudoUser?: string;
};

/** Longer than any system takes; the environment could say anything. */
const OS_USER_MAX = 64;

export function readCaller(environment: Environment = process.env): Caller {
  const sudoUser = new Reader(environment).text('SUDO_USER')?.slice(0, OS_USER_MAX);
  return { osUser: osUserName(), ...(sudoUser === undefined ? {} : { sudoUser }) };
}

function osUserName(): string {
  try {
    return userInfo().username.slice(0, OS_USER_MAX);
  } catch {
    // A container may run as a number that no file gives a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
