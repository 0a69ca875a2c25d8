import type { createClient } from '@clickhouse/client';
import type { EngineLimits } from './engine-limits.ts';

export type EngineConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

/** What each of the engine's connections is for; one answers one call after the other, several answer side by side. */
export type EngineConnections = {
  /** Over which everything is written, and the loader asks. */
  readonly loading: EngineConnection;
  /** Over which reports that become files are copied. */
  readonly copying: EngineConnection;
  /** Over which rollups are summed. */
  readonly building: EngineConnection;
  /** Over which reports are read. */
  readonly readers: readonly EngineConnection[];
};

/** In the order in which they are numbered between processes. */
export function inOrder({ loading, copying, building, readers }: EngineConnections): EngineConnection[] {
  return [loading, copying, building, ...readers];
}

/** @param all as `inOrder` gives them */
export function byPurpose(all: readonly EngineConnection[]): EngineConnections {
  const [loading, copying, building, ...readers] = all;
  if (loading === undefined || copying === undefined || building === undefined)
    throw new Error('the engine has fewer connections than purposes');
  return { loading, copying, building, readers };
}

/** How many connections there are for so many readers. */
export function connectionsFor({ readers }: Pick<EngineLimits, 'readers'>): number {
  return readers + 3;
}
