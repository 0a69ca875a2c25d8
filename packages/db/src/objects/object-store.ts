import type { Readable } from 'node:stream';

/** Below it lie images, each by its file key. */
export const IMAGE_OBJECTS = 'images/';

/**
 * Keys are without the prefix of the settings. Everything but `null` for what is not there throws ObjectStoreError; only what a file
 * of this machine has to say, which is to be sent, is thrown as it is.
 */
export interface ObjectStore {
  /** Keeps the bytes under the key, whole or not at all; what was there is replaced. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The same of a file, in parts and with little memory, however large it is. @returns its tag, where the store says one */
  putFile(key: string, path: string): Promise<string | null>;
  /** @returns its content, which throws ObjectStoreError too where it breaks off */
  get(key: string): Promise<Readable | null>;
  /** By which tag most stores list the file once it is put there: a checksum of its content. Some make tags of their own. */
  tagOf(path: string): Promise<string>;
  /** Everything below a prefix, a page at a time. */
  list(prefix: string): AsyncIterable<StoredObject>;
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  /** Another one where the content is another; null where the store gives none. */
  readonly tag: string | null;
}

/** The store was not reached, or refused. The message is for whoever runs the network. */
export class ObjectStoreError extends Error {
  override name = 'ObjectStoreError';
}
