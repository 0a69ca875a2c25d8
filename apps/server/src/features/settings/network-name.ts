import type { Db } from '@placard/db/database';

/** How the network is called in mails. */
export async function networkName(db: Db): Promise<string> {
  const row = await db.selectFrom('network_settings').select('network_name').executeTakeFirstOrThrow();
  return row.network_name;
}
