/** The engine's process ended while it was asked, or could not be started; the next question starts it anew. */
export class EngineGoneError extends Error {
  constructor(how: string) {
    super(`the engine of reports ${how}`);
    this.name = 'EngineGoneError';
  }
}

/** Somebody else has the embedded engine's folder open: it belongs to one process at a time. */
export class AnalyticsFolderBusyError extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `The analytics folder ${folder} is open in another process. Run API and worker in one process, ` +
        'or give both the same ClickHouse by CLICKHOUSE_URL.',
      { cause },
    );
    this.name = 'AnalyticsFolderBusyError';
  }
}
