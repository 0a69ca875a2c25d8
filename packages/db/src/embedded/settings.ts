/** What differs between an installation and a cluster that a test throws away. */
export interface ClusterTuning {
  /** False only for tests: nothing is forced to the disk, a power cut may lose everything. */
  readonly durable: boolean;
  readonly maxConnections: number;
  /** Undefined: TCP alone. */
  readonly socketFolder?: string | undefined;
  /** Beside all others: of an archive of the log, or of a recovery. */
  readonly more: Readonly<Record<string, string>>;
}

/** Command line settings of the postmaster; see each for its reason. */
export function postmasterSettings(port: number, tuning: ClusterTuning): string[] {
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: tuning.socketFolder ?? '',
    // Of the folder that the socket lies in: nobody else gets as far as to be asked for a password.
    unix_socket_permissions: '0700',
    max_connections: String(tuning.maxConnections),
    shared_buffers: '128MB',
    // Short statements on indexed rows: compiling them costs more than running them.
    jit: 'off',
    random_page_cost: '1.1',
    // Two cores are shared with the ad server; reports are not asked of PostgreSQL.
    max_parallel_workers_per_gather: '0',
    // No I/O worker processes: the hot set fits shared_buffers, and each would cost some megabytes.
    io_method: 'sync',
    synchronous_commit: tuning.durable ? 'on' : 'off',
    wal_buffers: '8MB',
    max_wal_size: '1GB',
    min_wal_size: '128MB',
    idle_in_transaction_session_timeout: '60s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_duration_statement: '1000',
    log_checkpoints: 'off',
    // Slow statements are logged without what was put into them: addresses, and what is sealed.
    log_parameter_max_length: '0',
  };
  if (!tuning.durable) {
    Object.assign(settings, {
      fsync: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      deadlock_timeout: '50ms',
      // Cloning a template then copies files without a checkpoint of everything at short intervals.
      checkpoint_timeout: '1h',
      wal_level: 'minimal',
      max_wal_senders: '0',
    });
  }
  Object.assign(settings, tuning.more);
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
