import { createChdbConnection } from 'chdb/connection';
import type { EngineLimits } from './engine-limits.ts';
import {
  byPurpose,
  connectionsFor,
  type EngineConnection,
  type EngineConnections,
} from './engine-purposes.ts';

/** Of statements that take some milliseconds: code compiled for them costs them more at its third time than it ever saves. */
const UNCOMPILED = { compile_expressions: 0, compile_aggregate_expressions: 0, compile_sort_description: 0 };

/**
 * Settings of the loader's connection, which reads texts of a few thousand lines: threads for them take longer to make than they save.
 */
const LOADING_SETTINGS = { ...UNCOMPILED, max_threads: 1, input_format_parallel_parsing: 0 };

/**
 * Of the connection over which reports are copied: one thread, that leaves the others their processors, and no more memory than this
 * for groups and for sorting, however many rows there are; the rest lies on disk meanwhile.
 */
const COPYING_BYTES = 64 * 1024 * 1024;
const COPYING_SETTINGS = {
  max_threads: 1,
  max_insert_threads: 1,
  max_block_size: 16_384,
  min_insert_block_size_rows: 65_536,
  min_insert_block_size_bytes: COPYING_BYTES,
  max_bytes_before_external_group_by: COPYING_BYTES,
  max_bytes_ratio_before_external_group_by: 0,
  max_bytes_before_external_sort: COPYING_BYTES,
  max_bytes_ratio_before_external_sort: 0,
};

/**
 * Of every connection. The engine notes which conditions matched nothing in a part and passes it over from then on; once reports said 0
 * for good where there were figures, which a wrong note would explain, and nothing else that we found. To look again costs little.
 */
const ALL_SETTINGS = { use_query_condition_cache: 0 };

/**
 * Opens the engine in this process, whose memory it takes from then on.
 * @throws where another process has the folder open
 */
export async function openConnections(path: string, limits: EngineLimits): Promise<EngineConnections> {
  const opened: EngineConnection[] = [];
  try {
    while (opened.length < connectionsFor(limits)) opened.push(connect(path));
    const connections = byPurpose(opened);
    const { loading, copying, building, readers } = connections;
    for (const one of [loading, building]) await keepSettings(one, { ...ALL_SETTINGS, ...LOADING_SETTINGS });
    const longest = { max_execution_time: limits.longestCopySeconds };
    await keepSettings(copying, { ...ALL_SETTINGS, ...COPYING_SETTINGS, ...longest });
    for (const reader of readers)
      await keepSettings(reader, {
        ...ALL_SETTINGS,
        ...UNCOMPILED,
        max_execution_time: limits.longestAnswerSeconds,
      });
    return connections;
  } catch (cause) {
    for (const connection of opened) await connection.close();
    throw cause;
  }
}

function connect(path: string): EngineConnection {
  // Both packages bring the same interface from a copy of their own, whose private fields set the types apart.
  return createChdbConnection({ path }) as unknown as EngineConnection;
}

/** The engine runs settings as `SET` in the connection's session, where they stay. */
async function keepSettings(
  connection: EngineConnection,
  settings: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await connection.command({ query: `SET ${name} = ${value}` });
  }
}
