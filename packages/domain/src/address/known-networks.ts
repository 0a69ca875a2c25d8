const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Each delivery process tells what it knows of data centres at least so often. */
export const DELIVERY_NETWORKS_TOLD_EVERY_MS = 10 * MINUTE_MS;
/** One that has told nothing for so long is gone. */
export const DELIVERY_NETWORKS_GONE_MS = 3 * DELIVERY_NETWORKS_TOLD_EVERY_MS;
/** Networks change hands daily: a file older than this is worth a word. */
export const NETWORKS_FILE_OLD_MS = 30 * DAY_MS;

/** What one process told. */
export type ToldNetworks = {
  readonly networks: number;
  readonly fileAtMs: number | null;
  readonly toldAtMs: number;
};

/** `silent`: no process has told anything lately. `off`: one at least recognises nothing. `old`: the file is. */
export type NetworksState = {
  readonly state: 'silent' | 'off' | 'old' | 'on';
  readonly networks: number;
  readonly fileAtMs: number | null;
};

/** The processes together: as good as the one that knows least. */
export function networksState(told: readonly ToldNetworks[], nowMs: number): NetworksState {
  const present = told.filter(({ toldAtMs }) => nowMs - toldAtMs <= DELIVERY_NETWORKS_GONE_MS);
  const worst = present.toSorted((a, b) => age(a) - age(b))[0];
  if (worst === undefined) return { state: 'silent', networks: 0, fileAtMs: null };
  const { networks, fileAtMs } = worst;
  if (networks === 0 || fileAtMs === null) return { state: 'off', networks: 0, fileAtMs: null };
  return { state: nowMs - fileAtMs > NETWORKS_FILE_OLD_MS ? 'old' : 'on', networks, fileAtMs };
}

/** The oldest file first, and before it those without one. */
function age({ networks, fileAtMs }: ToldNetworks): number {
  return networks === 0 ? 0 : (fileAtMs ?? 0);
}
