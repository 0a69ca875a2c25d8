import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemFault } from '@placard/db/process/system-fault';

/** The engine's process ended while it was asked, or could not be started; the next question starts it anew. */
export class EngineGoneError extends Error {
  constructor(how: string) {
    super(`the engine of reports ${how}`);
    this.name = 'EngineGoneError';
  }
}

/** The embedded engine's folder is of no use to this process, in a sentence that says why. */
export class AnalyticsFolderError extends Error {
  constructor(folder: string, cause: unknown) {
    const fault = folderFault(folder);
    super(
      fault === undefined
        ? `The analytics folder ${folder} is open in another process. Run API and worker in one process, ` +
            'or give both the same ClickHouse by CLICKHOUSE_URL.'
        : `The analytics folder ${folder} can't be used. ${fault}`,
      { cause },
    );
    this.name = 'AnalyticsFolderError';
  }
}

/** A disk that is nearly full still takes a byte or two. */
const PROBE_BYTES = 64 * 1_024;

/** The engine tells why to the log alone. @returns what the system says of the folder, and of the file that the engine locks; undefined where both can be written */
function folderFault(folder: string): string | undefined {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES));
    const lock = join(folder, 'status');
    if (existsSync(lock)) closeSync(openSync(lock, 'r+'));
    return undefined;
  } catch (cause) {
    return systemFault(cause) ?? String(cause);
  } finally {
    removeProbe(probe);
  }
}

function removeProbe(probe: string): void {
  try {
    rmSync(probe, { force: true });
  } catch {
    // Of a folder that nobody may enter: there is none.
  }
}
