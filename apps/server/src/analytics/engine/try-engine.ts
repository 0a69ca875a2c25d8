import { createChdbConnection } from 'chdb/connection';

/**
 * Opens the embedded engine in this process, in memory, and asks it one thing.
 * @throws Error where its library cannot be loaded; one that the processor or system cannot run ends the process
 */
export async function tryEngine(): Promise<void> {
  const connection = createChdbConnection({ path: ':memory:' });
  await connection.command({ query: 'SELECT 1' });
  await connection.close();
}
