/** Where rewritten images live: a folder, or a folder and a bucket. */
export type ImageStore = {
  /** Keeps the bytes under the key; a key that exists already holds the same bytes and is left alone. */
  readonly put: (fileKey: string, bytes: Uint8Array) => Promise<void>;
  /** Which of these are kept here. */
  readonly present: (fileKeys: ReadonlySet<string>) => Promise<string[]>;
  /** One that is not here is no fault. */
  readonly remove: (fileKey: string) => Promise<void>;
};
