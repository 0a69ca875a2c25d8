import type { FileCell } from '@placard/domain/analytics/report-file';

/** Writes a file piece by piece; each piece may be empty. */
export type FileWriter = {
  readonly add: (rows: FileCell[][]) => Promise<Uint8Array<ArrayBuffer>>;
  readonly end: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Gives back what it holds; more than once does no harm. */
  readonly close: () => void;
};
