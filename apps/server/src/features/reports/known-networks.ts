import { networksState } from '@placard/domain/address/known-networks';
import type { HasClock, HasDb } from '../../deps.ts';

/** By what the ad servers recognise data centres, as they have told. */
export async function readKnownNetworks(deps: HasDb & HasClock) {
  const rows = await deps.db
    .selectFrom('delivery_networks')
    .select(['networks', 'file_at', 'told_at'])
    .limit(MOST_PROCESSES)
    .execute();
  const told = rows.map((row) => ({
    networks: row.networks,
    fileAtMs: row.file_at?.getTime() ?? null,
    toldAtMs: row.told_at.getTime(),
  }));
  const { state, networks, fileAtMs } = networksState(told, deps.clock().getTime());
  return { state, networks, fileAt: fileAtMs === null ? null : new Date(fileAtMs).toISOString() };
}

/** More than any installation has. */
const MOST_PROCESSES = 65_536;
