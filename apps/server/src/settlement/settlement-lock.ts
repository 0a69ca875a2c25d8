import type { ClientBase } from 'pg';

/** Any number nobody else uses; held by the session that settles, gone with it. */
const SETTLEMENT_LOCK = 7_215_420_001;

/** Takes the lock if it is free. A second worker asks again and again and takes over when the first one's session ends. */
export async function takeSettlementLock(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    SETTLEMENT_LOCK,
  ]);
  return rows[0]?.taken === true;
}

export async function releaseSettlementLock(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [SETTLEMENT_LOCK]);
}
