import type { ClickHouseClient } from '@clickhouse/client';

/** CORRUPTED_DATA, CHECKSUM_DOESNT_MATCH, CANNOT_READ_ALL_DATA, ATTEMPT_TO_READ_AFTER_EOF, CANNOT_DECOMPRESS. */
const CODES_OF_DAMAGE: readonly unknown[] = ['246', '40', '33', '32', '271'];

/** Whether the engine says that a file of its own is not what it wrote. */
export function isDamage(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && CODES_OF_DAMAGE.includes(cause.code);
}

/**
 * Whether a question was given up because it took too long: by the engine (TIMEOUT_EXCEEDED), or by the client, which gives what a server
 * did not answer no code.
 */
export function tookTooLong(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return ('code' in cause && cause.code === '159') || cause.message === 'Timeout error.';
}

/** What was found broken in the embedded engine's folder since it was last built anew. */
export class Damage {
  #said: string | null = null;

  /** Null: nothing. */
  get said(): string | null {
    return this.#said;
  }

  /** Listens to what the client is answered. */
  watch(client: ClickHouseClient): void {
    const query = client.query.bind(client);
    const insert = client.insert.bind(client);
    const command = client.command.bind(client);
    const exec = client.exec.bind(client);
    client.query = (async (...asked: Parameters<typeof query>) =>
      await query(...asked).catch(this.#hear)) as typeof client.query;
    client.insert = (async (...asked: Parameters<typeof insert>) =>
      await insert(...asked).catch(this.#hear)) as typeof client.insert;
    client.command = (async (...asked: Parameters<typeof command>) =>
      await command(...asked).catch(this.#hear)) as typeof client.command;
    client.exec = (async (...asked: Parameters<typeof exec>) =>
      await exec(...asked).catch(this.#hear)) as typeof client.exec;
  }

  mended(): void {
    this.#said = null;
  }

  #hear = (cause: unknown): never => {
    if (isDamage(cause)) this.#said = (cause as Error).message;
    throw cause;
  };
}
