import { resolve } from 'node:path';
import { type ObjectSettings, readObjectSettings } from '@placard/db/objects/object-settings';
import type { WatchPlace } from '@placard/db/process/watch-server';
import {
  type KeyRing,
  readOtherSecretKeys,
  readSecretKey,
  SECRET_KEY_BYTES,
} from '@placard/db/secrets/secrets';
import { passwordIssues } from '@placard/domain/account/rules';
import { OLD_SECRET_KEYS_MOST } from '@placard/domain/old-secret-keys';
import { isCommonPassword } from './auth/common-passwords.ts';
import { type OidcSettings, readOidcSettings } from './gateways/oidc-settings.ts';
import type { StripeConfig } from './gateways/stripe-gateway.ts';

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
  readonly operator: { readonly email: string; readonly password: string } | null;
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
  /** Page views a minute that the demo makes of itself. */
  readonly demoVisitors: number;
  /** The bucket that images are stored in too; null: a folder is enough. */
  readonly objects: ObjectSettings | null;
  /** Null: nobody is told how it is but by /api/health. */
  readonly watch: WatchPlace | null;
  readonly trustProxy: boolean | string;
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
  readonly bucket: ObjectSettings | null;
  /** Of the bucket; null: the newest. */
  readonly backup: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly clickhouseUrl: string | undefined;
  readonly passphrase: string | null;
  readonly secretKeys: KeyRing | undefined;
};

/** Names every fault of the settings, not only the first. */
export class ConfigError extends Error {
  constructor(faults: readonly string[], what = 'The server was not started') {
    super(`${what}, because of its settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const PASSPHRASE_LEAST = 12;
const PASSPHRASE_MOST = 1_000;
const KEPT_BACKUPS = 7;
const KEPT_BACKUPS_MOST = 1_000;
/** Each keeps a connection, and the embedded PostgreSQL has 60 for all. */
const MOST_SETTLERS = 16;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

class Reader {
  readonly faults: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  text(name: string): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  integer(name: string, fallback: number, highest: number, lowest = 0): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= lowest && value <= highest) return value;
    this.faults.push(`${name} is "${text}"; it should be a whole number from ${lowest} to ${highest}.`);
    return fallback;
  }

  /** Not repeated in the fault: such addresses carry passwords. */
  url(name: string, schemes: readonly string[]): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol.slice(0, -1))) {
      const expected = schemes.map((scheme) => `${scheme}://`).join(' or ');
      this.faults.push(`${name} is not an address; it should begin with ${expected}.`);
    }
    return text.replace(/\/+$/, '');
  }

  /** Never repeated in a fault. */
  secretKeys(): KeyRing | undefined {
    const [text, others] = [this.text('PLACARD_SECRET_KEY'), this.text('PLACARD_OTHER_SECRET_KEYS')];
    if (text === undefined) {
      if (others !== undefined)
        this.faults.push('PLACARD_OTHER_SECRET_KEYS goes with PLACARD_SECRET_KEY, which is missing.');
      return undefined;
    }
    const key = readSecretKey(text);
    if (key === null) {
      this.faults.push(
        `PLACARD_SECRET_KEY should be ${SECRET_KEY_BYTES} bytes as hex or base64, such as "openssl rand -hex 32" makes.`,
      );
      return undefined;
    }
    const known = others === undefined ? [] : readOtherSecretKeys(others, key);
    if (known === null)
      this.faults.push(
        `PLACARD_OTHER_SECRET_KEYS should be up to ${OLD_SECRET_KEYS_MOST} keys like PLACARD_SECRET_KEY, with commas between, none of them twice.`,
      );
    return { key, others: known ?? [] };
  }

  operator(): ServerConfig['operator'] {
    const email = this.text('PLACARD_OPERATOR_EMAIL')?.toLowerCase();
    const password = this.text('PLACARD_OPERATOR_PASSWORD');
    if (email === undefined && password === undefined) return null;
    if (email === undefined || password === undefined) {
      this.faults.push('PLACARD_OPERATOR_EMAIL and PLACARD_OPERATOR_PASSWORD go together; one is missing.');
      return null;
    }
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) this.faults.push('PLACARD_OPERATOR_EMAIL is not an email address.');
    if (passwordIssues(password).length > 0) {
      this.faults.push(
        'PLACARD_OPERATOR_PASSWORD needs 6 to 128 characters with an uppercase letter, a number and a special character.',
      );
    }
    if (isCommonPassword(password)) {
      this.faults.push(
        'PLACARD_OPERATOR_PASSWORD is one of the first passwords that are tried. Choose another one.',
      );
    }
    return { email, password };
  }

  /** Keys are never repeated in a fault. */
  stripe(demo: boolean): StripeConfig | null {
    const secretKey = this.text('STRIPE_SECRET_KEY');
    const webhookSecret = this.text('STRIPE_WEBHOOK_SECRET');
    const apiUrl = this.url('STRIPE_API_URL', ['http', 'https']);
    if (secretKey === undefined && webhookSecret === undefined) return null;
    if (secretKey === undefined || webhookSecret === undefined) {
      this.faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together; one is missing.');
      return null;
    }
    if (!/^(sk|rk)_(test|live)_/.test(secretKey)) {
      this.faults.push(
        'STRIPE_SECRET_KEY should be a secret or restricted key, which begins with sk_ or rk_.',
      );
    }
    if (!webhookSecret.startsWith('whsec_')) {
      this.faults.push("STRIPE_WEBHOOK_SECRET should be a webhook endpoint's signing secret: whsec_…");
    }
    if (demo && secretKey.includes('_live_')) {
      this.faults.push('STRIPE_SECRET_KEY is a live key, but this is a demo: it would charge real cards.');
    }
    return { secretKey, webhookSecret, apiUrl };
  }

  /** Never repeated in a fault. */
  passphrase(): string | null {
    const text = this.text('PLACARD_BACKUP_PASSPHRASE');
    if (text === undefined) return null;
    if (text.length < PASSPHRASE_LEAST || text.length > PASSPHRASE_MOST) {
      this.faults.push(
        `PLACARD_BACKUP_PASSPHRASE should have ${PASSPHRASE_LEAST} to ${PASSPHRASE_MOST} characters.`,
      );
    }
    return text;
  }

  trustProxy(): boolean | string {
    const text = this.text('PLACARD_TRUST_PROXY');
    if (text === undefined || text === '0' || text === 'false') return false;
    return text === '1' || text === 'true' ? true : text;
  }
}

/** Reads and checks all settings of the server. @throws ConfigError */
export function readServerConfig(environment: Environment = process.env): ServerConfig {
  const reader = new Reader(environment);
  const port = reader.integer('PORT', 8080, 65_535);
  const deliveryPort = reader.integer('DELIVERY_PORT', 8081, 65_535);
  const databaseUrl = reader.url('DATABASE_URL', ['postgres', 'postgresql']);
  if (databaseUrl === undefined) {
    reader.faults.push(
      'DATABASE_URL is not set. "npm start" brings a database of its own; a server that is started alone needs one.',
    );
  }
  const publicUrl = reader.url('PLACARD_URL', ['http', 'https']) ?? `http://localhost:${port}`;
  const logLevel = reader.text('PLACARD_LOG_LEVEL') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel))
    reader.faults.push(`PLACARD_LOG_LEVEL should be one of ${LOG_LEVELS.join(', ')}.`);
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost';
  const demo = reader.text('PLACARD_DEMO') === '1';
  const config: ServerConfig = {
    databaseUrl: databaseUrl ?? '',
    // The demo's accounts and their passwords are known to everybody.
    host: reader.text('PLACARD_HOST') ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    port,
    publicUrl,
    deliveryUrl: reader.url('PLACARD_DELIVERY_URL', ['http', 'https']) ?? `http://localhost:${deliveryPort}`,
    dataDir: resolve(reader.text('PLACARD_DATA_DIR') ?? '.data'),
    secretKeys: reader.secretKeys(),
    smtpUrl: reader.url('SMTP_URL', ['smtp', 'smtps']),
    mailFrom: reader.text('PLACARD_MAIL_FROM') ?? `no-reply@${host}`,
    mailReplyTo: reader.text('PLACARD_MAIL_REPLY_TO'),
    operator: reader.operator(),
    worker: reader.text('PLACARD_WORKER') !== '0',
    settlers: reader.integer('PLACARD_SETTLERS', 1, MOST_SETTLERS, 1),
    clickhouseUrl: reader.url('CLICKHOUSE_URL', ['http', 'https']),
    stripe: reader.stripe(demo),
    oidc: readOidcSettings(environment, reader.faults),
    demo,
    backups: readBackupPlan(reader),
    demoVisitors: demo ? reader.integer('PLACARD_DEMO_VISITORS', 6, 60) : 0,
    objects: readObjectSettings(environment, reader.faults),
    watch: readWatchPlace(reader),
    trustProxy: reader.trustProxy(),
    callsPerMinute: reader.integer('PLACARD_CALLS_PER_MINUTE', 3_000, 10_000_000),
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
  const port = reader.integer('PLACARD_WATCH_PORT', 0, 65_535);
  return port === 0 ? null : { host: reader.text('PLACARD_WATCH_HOST') ?? '127.0.0.1', port };
}

function keptBackups(reader: Reader): number {
  return reader.integer('PLACARD_BACKUP_KEEP', KEPT_BACKUPS, KEPT_BACKUPS_MOST, 1);
}

function readBackupPlan(reader: Reader): BackupPlan | null {
  const into = reader.text('PLACARD_BACKUP_DIR');
  const hour = reader.integer('PLACARD_BACKUP_HOUR', 2, 23);
  const keep = keptBackups(reader);
  reader.passphrase();
  return into === undefined ? null : { into: resolve(into), hour, keep };
}

function readBackupBucket(reader: Reader, environment: Environment): ObjectSettings | null {
  const choice = reader.text('PLACARD_BACKUP_S3') ?? '0';
  const objects = readObjectSettings(environment, reader.faults);
  if (!['0', '1'].includes(choice)) reader.faults.push('PLACARD_BACKUP_S3 should be 1 or 0.');
  if (choice !== '1') return null;
  if (objects === null)
    reader.faults.push('PLACARD_BACKUP_S3 needs PLACARD_S3_BUCKET, where backups go then.');
  return objects;
}

const RESTORE_USAGE = 'npm run restore -- FOLDER, or s3, or s3:placard-…';
const IN_BUCKET = /^s3(?::(placard-\d{8}T\d{9}Z))?$/;

/** Where a backup is restored from: a folder, or the bucket of the settings. */
function readBackupPlace(reader: Reader, args: readonly string[], environment: Environment) {
  const [place = '', ...more] = args;
  if (!place.startsWith('s3:') && place !== 's3')
    return { from: readFolder(reader, args, undefined, RESTORE_USAGE), bucket: null, backup: null };
  const found = IN_BUCKET.exec(place);
  if (found === null || more.length > 0) reader.faults.push(`It takes one place: ${RESTORE_USAGE}`);
  const bucket = readObjectSettings(environment, reader.faults);
  if (bucket === null)
    reader.faults.push('PLACARD_S3_BUCKET is not set: there is no bucket to restore from.');
  return { from: '', bucket, backup: found?.[1] ?? null };
}

/** What is told to `npm run backup` and `npm run restore`: one folder. */
function readFolder(
  reader: Reader,
  args: readonly string[],
  fallback: string | undefined,
  usage: string,
): string {
  const [folder = fallback, ...more] = args;
  if (folder === undefined || folder.startsWith('-') || more.length > 0)
    reader.faults.push(`It takes one folder: ${usage}`);
  return resolve(folder ?? '.');
}

/** @throws ConfigError */
export function readBackupConfig(
  args: readonly string[],
  environment: Environment = process.env,
): BackupConfig {
  const reader = new Reader(environment);
  const config: BackupConfig = {
    dataDir: resolve(reader.text('PLACARD_DATA_DIR') ?? '.data'),
    databaseUrl: reader.url('DATABASE_URL', ['postgres', 'postgresql']),
    into: readFolder(reader, args, reader.text('PLACARD_BACKUP_DIR'), 'npm run backup -- FOLDER'),
    passphrase: reader.passphrase(),
    // Into a folder that was named by hand old ones go only where somebody said how many stay.
    keep: args.length > 0 && reader.text('PLACARD_BACKUP_KEEP') === undefined ? null : keptBackups(reader),
    bucket: readBackupBucket(reader, environment),
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
  const config: RestoreConfig = {
    ...readBackupPlace(reader, args, environment),
    dataDir: resolve(reader.text('PLACARD_DATA_DIR') ?? '.data'),
    databaseUrl: reader.url('DATABASE_URL', ['postgres', 'postgresql']),
    clickhouseUrl: reader.url('CLICKHOUSE_URL', ['http', 'https']),
    passphrase: reader.passphrase(),
    secretKeys: reader.secretKeys(),
  };
  if (reader.faults.length > 0) throw new ConfigError(reader.faults, 'Nothing was restored');
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
    reader.faults.push('It takes nothing, or --forget-old: npm run placard -- rotate-secret-key');
  const config: SecretKeyConfig = {
    dataDir: resolve(reader.text('PLACARD_DATA_DIR') ?? '.data'),
    databaseUrl: reader.url('DATABASE_URL', ['postgres', 'postgresql']),
    secretKeys: reader.secretKeys(),
    forgetOld: option === '--forget-old',
  };
  if (reader.faults.length > 0) throw new ConfigError(reader.faults, 'No key was changed');
  return config;
}
