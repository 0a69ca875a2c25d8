import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { OLD_SECRET_KEYS_MOST } from '@placard/domain/old-secret-keys';

/** Seals small secrets (bank details, authenticator seeds) with the installation's key. */
export type Secrets = {
  /** @param context what the secret belongs to (`totp:17`): a value moved to another row does not open there. */
  seal(plain: string, context: string): Buffer;
  /** @throws Error when the value was changed, belongs to another context or to another installation's key. */
  open(sealed: Buffer, context: string): string;
  /**
   * 32 bytes that are always the same for a text in a context, by which nobody without the key can guess it: by the key
   * that seals, then by those that only open.
   */
  hashes(text: string, context: string): readonly [Buffer, ...Buffer[]];
};

export const SECRET_KEY_BYTES = 32;
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `key` seals and opens; `others` only open: keys of before it, or the next one before it seals. */
export type KeyRing = { readonly key: Buffer; readonly others: readonly Buffer[] };

/**
 * AES-256-GCM; a sealed value is version (1 byte), nonce (12), tag (16), ciphertext.
 * @param others keys that open as well, in the order in which they are tried
 */
export function createSecrets(installationKey: Buffer, others: readonly Buffer[] = []): Secrets {
  const keys = [installationKey, ...others].map((key) => keyFor(key, 'placard sealed columns v1'));
  const hashKeys = [installationKey, ...others].map((key) => keyFor(key, 'placard hashes v1'));
  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys[0] ?? Buffer.alloc(0), nonce).setAAD(
        Buffer.from(context),
      );
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION) {
        throw new Error('this is not a sealed value');
      }
      let fault: unknown;
      for (const key of keys) {
        try {
          return openWith(key, sealed, context);
        } catch (cause) {
          fault = cause;
        }
      }
      throw fault;
    },
    hashes(text, context) {
      const hash = (key: Buffer) => createHmac('sha256', key).update(`${context}\0${text}`).digest();
      const [first = Buffer.alloc(0), ...older] = hashKeys;
      return [hash(first), ...older.map(hash)];
    },
  };
}

/** A key of its own for each purpose, so that the installation key can serve several without mixing them. */
function keyFor(installationKey: Buffer, purpose: string): Buffer {
  if (installationKey.length !== SECRET_KEY_BYTES) throw new RangeError('the installation key has 32 bytes');
  return createHmac('sha256', installationKey).update(purpose).digest();
}

function openWith(key: Buffer, sealed: Buffer, context: string): string {
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  const body = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/** A key as it stands in the environment, hex or base64. @returns null for a text that is none. */
export function readSecretKey(text: string): Buffer | null {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  return key.length === SECRET_KEY_BYTES ? key : null;
}

/** Keys with commas between them. @returns null where one is none, one stands there twice, or there are too many */
export function readOtherSecretKeys(text: string, key: Buffer): readonly Buffer[] | null {
  const keys = text.split(',').map((each) => readSecretKey(each.trim()));
  if (!keys.every((each) => each !== null) || keys.length > OLD_SECRET_KEYS_MOST) return null;
  const all = new Set([key, ...keys].map((each) => each.toString('hex')));
  return all.size === keys.length + 1 ? keys : null;
}
