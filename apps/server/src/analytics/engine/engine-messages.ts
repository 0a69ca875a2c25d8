import type { EngineLimits } from './engine-limits.ts';
import type { EngineConnection } from './engine-purposes.ts';

/**
 * What the server and the engine's process tell each other over their channel, as structured clones. Pings are answered beside them.
 */
export type ToEngine =
  | {
      readonly type: 'open';
      readonly folder: string;
      readonly limits: EngineLimits;
      /** Statements that each opening begins with. */
      readonly first: readonly string[];
    }
  | EngineCall
  | { readonly type: 'close' };

export type EngineMethod = 'query' | 'insert' | 'command' | 'exec';

export type EngineCall = {
  readonly type: 'call';
  readonly id: number;
  /** Number of the connection, as `inOrder` numbers them. */
  readonly connection: number;
  readonly method: EngineMethod;
  /** Without placeholders: values are in it. */
  readonly query: string;
  readonly settings: NonNullable<Parameters<EngineConnection['query']>[0]['clickhouse_settings']>;
  /** What is inserted, where that comes beside the statement. */
  readonly values?: string;
};

/** What an error is, whichever process it is thrown in. */
export type ToldError = {
  readonly name: string;
  readonly message: string;
  /** Of the engine's own: its number, as a text. */
  readonly code?: string;
};

/** Where it stopped: there is no library that runs here, the folder is no good or somebody else's, or its tables are. */
export type NotOpenedAt = 'library' | 'folder' | 'tables';

export type FromEngine =
  | { readonly type: 'opened' }
  | { readonly type: 'failed'; readonly at: NotOpenedAt; readonly error: ToldError }
  /** Of so many bytes, which follow in pieces. */
  | { readonly type: 'answer'; readonly id: number; readonly bytes: number }
  | { readonly type: 'piece'; readonly id: number; readonly piece: Uint8Array }
  | { readonly type: 'refusal'; readonly id: number; readonly error: ToldError }
  | { readonly type: 'alive' };

export function toldError(cause: unknown): ToldError {
  if (!(cause instanceof Error)) return { name: 'Error', message: String(cause) };
  const { name, message } = cause;
  return 'code' in cause && typeof cause.code === 'string'
    ? { name, message, code: cause.code }
    : { name, message };
}

export function errorOf({ name, message, code }: ToldError): Error {
  const error = new Error(message);
  error.name = name;
  return code === undefined ? error : Object.assign(error, { code });
}
