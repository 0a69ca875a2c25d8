import { withConnection } from './one-connection.ts';

/** What is done to a database as a whole, by a command on the machine or by Placard itself. */
export type DatabaseAction = 'backup' | 'base' | 'restore' | 'begin_sql' | 'end_sql';

/**
 * Writes a row of the audit log by what every release's table has: the database may be older than this program.
 * @param detail who, and what of it
 * @returns the row's number
 */
export async function auditCommand(url: string, action: DatabaseAction, detail: object): Promise<string> {
  return await withConnection(url, 'placard-audit', async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into audit_log (actor_kind, action, subject_kind, detail)
       values ('system', $1, 'database', $2) returning id`,
      [`database.${action}`, JSON.stringify(detail)],
    );
    return rows[0]?.id ?? '';
  });
}
