import { resolve } from 'node:path';
import { readSecretKey, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { passwordIssues } from '@placard/domain/account/rules';
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
  readonly secretKey: Buffer | undefined;
  /** Undefined: mails stay in the outbox, where the operator reads them. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** The first operator of an empty installation; null: by a one-time link. */
  readonly operator: { readonly email: string; readonly password: string } | null;
  /** Whether the worker runs in this process. */
  readonly worker: boolean;
  readonly clickhouseUrl: string | undefined;
  /** Null: no cards are taken. */
  readonly stripe: StripeConfig | null;
  /** Fill an empty installation with the demo. */
  readonly demo: boolean;
  readonly trustProxy: boolean | string;
  readonly callsPerMinute: number;
  readonly logLevel: string;
};

/** Names every fault of the settings, not only the first. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(
      `The server was not started, because of its settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

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

  integer(name: string, fallback: number, highest: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= 0 && value <= highest) return value;
    this.faults.push(`${name} is "${text}"; it should be a whole number from 0 to ${highest}.`);
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

  secretKey(name: string): Buffer | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const key = readSecretKey(text);
    if (key !== null) return key;
    this.faults.push(
      `${name} should be ${SECRET_KEY_BYTES} bytes as hex or base64, such as "openssl rand -hex 32" makes.`,
    );
    return undefined;
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
    secretKey: reader.secretKey('PLACARD_SECRET_KEY'),
    smtpUrl: reader.url('SMTP_URL', ['smtp', 'smtps']),
    mailFrom: reader.text('PLACARD_MAIL_FROM') ?? `Placard <no-reply@${host}>`,
    operator: reader.operator(),
    worker: reader.text('PLACARD_WORKER') !== '0',
    clickhouseUrl: reader.url('CLICKHOUSE_URL', ['http', 'https']),
    stripe: reader.stripe(demo),
    demo,
    trustProxy: reader.trustProxy(),
    callsPerMinute: reader.integer('PLACARD_CALLS_PER_MINUTE', 3_000, 10_000_000),
    logLevel,
  };
  if (reader.faults.length > 0) throw new ConfigError(reader.faults);
  return config;
}
