import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { BackupFault } from './backup-fault.ts';

/** How a passphrase became the key of a backup; not secret. */
export interface KeyDerivation {
  readonly kind: 'scrypt';
  readonly salt: string;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  /** Tells a wrong passphrase from a damaged file. */
  readonly check: string;
}

/** 128 MiB and some tenths of a second for each guess. */
const COST = 2 ** 17;
const BLOCK_SIZE = 8;
const MEMORY_BYTES = 256 * 1_024 * 1_024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Small enough to be checked before it is used, large enough that 16 bytes more are nothing. */
export const CHUNK_BYTES = 64 * 1_024;

/** What this process has derived, by a digest of all that goes into it: one run opens the same chain several times. */
const derived = new Map<string, Buffer>();
const DERIVED_MOST = 16;

function derive(
  passphrase: string,
  salt: Buffer,
  cost: number,
  blockSize: number,
  parallelization: number,
): Buffer {
  const options = { cost, blockSize, parallelization, maxmem: MEMORY_BYTES };
  const text = passphrase.normalize('NFC');
  const name = createHash('sha256')
    .update(JSON.stringify([text, salt.toString('hex'), cost, blockSize, parallelization]))
    .digest('hex');
  const known = derived.get(name);
  if (known !== undefined) return known;
  const key = scryptSync(text, salt, KEY_BYTES, options);
  const [oldest] = derived.keys();
  if (derived.size >= DERIVED_MOST && oldest !== undefined) derived.delete(oldest);
  derived.set(name, key);
  return key;
}

function mac(key: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`placard backup ${purpose}\n`).update(text).digest('hex');
}

/** Seals and opens the files of one backup. */
export class BackupKey {
  readonly derivation: KeyDerivation;
  readonly #key: Buffer;

  private constructor(key: Buffer, derivation: KeyDerivation) {
    this.#key = key;
    this.derivation = derivation;
  }

  static make(passphrase: string): BackupKey {
    const salt = randomBytes(SALT_BYTES);
    const key = derive(passphrase, salt, COST, BLOCK_SIZE, 1);
    const numbers = { cost: COST, blockSize: BLOCK_SIZE, parallelization: 1 };
    return new BackupKey(key, {
      kind: 'scrypt',
      salt: salt.toString('hex'),
      ...numbers,
      check: mac(key, 'check', ''),
    });
  }

  /** @throws BackupFault for another passphrase */
  static open(passphrase: string, derivation: KeyDerivation): BackupKey {
    const { salt, cost, blockSize, parallelization } = derivation;
    const key = derive(passphrase, Buffer.from(salt, 'hex'), cost, blockSize, parallelization);
    if (!isSame(mac(key, 'check', ''), derivation.check))
      throw new BackupFault('PLACARD_BACKUP_PASSPHRASE is not the one that this backup was made with.');
    return new BackupKey(key, derivation);
  }

  sign(text: string): string {
    return mac(this.#key, 'manifest', text);
  }

  isSigned(text: string, signature: string): boolean {
    return isSame(this.sign(text), signature);
  }

  /** @param name of the file within the backup: one that was given another's name does not open */
  seal(name: string): Transform {
    return new Sealing(this.#fileKey.bind(this), name);
  }

  /** Gives out nothing that was not checked; fails where the file was changed, cut or renamed. */
  unseal(name: string): Transform {
    return new Unsealing(this.#fileKey.bind(this), name);
  }

  #fileKey(salt: Buffer): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, salt, 'placard backup file', KEY_BYTES));
  }
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Chunks are numbered, and the last one says so: none can be taken away, repeated or moved. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index));
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

type FileKey = (salt: Buffer) => Buffer;

/** Cuts what comes into pieces of one size and keeps the newest back until it is known whether it is the last. */
abstract class InPieces extends Transform {
  #waiting: Buffer = Buffer.alloc(0);
  readonly #size: number;

  constructor(size: number) {
    super();
    this.#size = size;
  }

  protected abstract piece(bytes: Buffer, isLast: boolean): void;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    try {
      this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
      let from = 0;
      for (; this.#waiting.length - from > this.#size; from += this.#size)
        this.piece(this.#waiting.subarray(from, from + this.#size), false);
      this.#waiting = this.#waiting.subarray(from);
      done();
    } catch (cause) {
      done(cause as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.piece(this.#waiting, true);
      done();
    } catch (cause) {
      done(cause as Error);
    }
  }
}

/** Salt of the file, then chunks of ciphertext with their tags. */
class Sealing extends InPieces {
  readonly #key: Buffer;
  readonly #name: Buffer;
  #index = 0;

  constructor(fileKey: FileKey, name: string) {
    super(CHUNK_BYTES);
    const salt = randomBytes(SALT_BYTES);
    this.#key = fileKey(salt);
    this.#name = Buffer.from(name);
    this.push(salt);
  }

  protected override piece(bytes: Buffer, isLast: boolean): void {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#index, isLast)).setAAD(this.#name);
    this.push(Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]));
    this.#index += 1;
  }
}

class Unsealing extends InPieces {
  readonly #fileKey: FileKey;
  readonly #name: string;
  #salt = Buffer.alloc(0);
  #key: Buffer | undefined;
  #index = 0;

  constructor(fileKey: FileKey, name: string) {
    super(CHUNK_BYTES + TAG_BYTES);
    this.#fileKey = fileKey;
    this.#name = name;
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    const missing = SALT_BYTES - this.#salt.length;
    if (missing > 0) this.#salt = Buffer.concat([this.#salt, chunk.subarray(0, missing)]);
    if (this.#salt.length < SALT_BYTES) done();
    else super._transform(missing > 0 ? chunk.subarray(missing) : chunk, encoding, done);
  }

  protected override piece(bytes: Buffer, isLast: boolean): void {
    this.#key ??= this.#fileKey(this.#salt);
    const end = bytes.length - TAG_BYTES;
    try {
      if (end < 0) throw new RangeError('too short');
      const nonce = nonceOf(this.#index, isLast);
      const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(this.#name)).setAuthTag(bytes.subarray(end));
      this.push(Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]));
    } catch (cause) {
      throw new BackupFault(`The file ${this.#name} of the backup was changed or cut short.`, { cause });
    }
    this.#index += 1;
  }
}
