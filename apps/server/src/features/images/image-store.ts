/** Where rewritten images live. A folder now; an object store implements the same two operations. */
export type ImageStore = {
  /** Keeps the bytes under the key; a key that exists already holds the same bytes and is left alone. */
  readonly put: (fileKey: string, bytes: Uint8Array) => Promise<void>;
};
