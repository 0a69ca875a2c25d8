import { resolve } from 'node:path';
import { OLD_SECRET_KEYS_MOST } from '@placard/domain/old-secret-keys';
import { type KeyRing, readOtherSecretKeys, readSecretKey, SECRET_KEY_BYTES } from '../secrets/secrets.ts';
import { kernelFolderFault } from './kernel-folder.ts';
import { folderAddressFault, listenHostFault, serviceAddressFault } from './service-address.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads settings one by one, for every program alike, and gathers what is wrong with them. */
export class SettingsReader {
  readonly faults: string[] = [];
  protected readonly environment: Environment;

  constructor(environment: Environment) {
    this.environment = environment;
  }

  note(fault: string | null): void {
    if (fault !== null) this.faults.push(fault);
  }

  text(name: string): string | undefined {
    const value = this.environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    // Plain digits: JavaScript reads 0x50 and 1e3 too.
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.faults.push(`${name} is "${text}"; it should be a whole number from ${least} to ${most}.`);
    return fallback;
  }

  /** Of a setting that is 1 or 0. */
  flag(name: string, fallback: '0' | '1'): boolean {
    const text = this.text(name) ?? fallback;
    if (!['0', '1'].includes(text)) this.faults.push(`${name} is "${text}"; it should be 1 or 0.`);
    return text === '1';
  }

  /** Of another program. Not repeated in the fault: such addresses carry passwords. */
  url(name: string, schemes: readonly string[]): string | undefined {
    return this.address(name, (_name, text) => serviceAddressFault(name, text, schemes));
  }

  /** What links begin with. */
  address(name: string, faultOf: (name: string, text: string) => string | null): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    this.note(faultOf(name, text));
    return text.replace(/\/+$/, '');
  }

  /** Where to listen. */
  host(name: string, fallback: string): string {
    const text = this.text(name);
    if (text === undefined) return fallback;
    this.note(listenHostFault(name, text));
    return text;
  }

  /** Of a folder or file, as it is written. */
  path(name: string): string | undefined {
    const text = this.text(name);
    this.note(text === undefined ? null : folderAddressFault(name, text));
    return text;
  }

  /** Absolute. */
  folder(name: string, fallback: string): string {
    const path = resolve(this.path(name) ?? fallback);
    const fault = kernelFolderFault(path);
    this.note(fault === null ? null : `${name}: ${fault}`);
    return path;
  }

  /** Absolute. */
  dataDir(): string {
    return this.folder('PLACARD_DATA_DIR', '.data');
  }

  logLevel(): string {
    const level = this.text('PLACARD_LOG_LEVEL') ?? 'info';
    if (!LOG_LEVELS.includes(level))
      this.faults.push(`PLACARD_LOG_LEVEL should be one of ${LOG_LEVELS.join(', ')}.`);
    return level;
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
}
