/**
 * What a small installation needs, measured on Linux x64 (bench/start): 80 MB of PSS while fourteen connections serve
 * twenty people at once, 4 to 6 MB each, and 26 to 31 MB once they have been closed again. The system's file cache does the rest.
 */
export const EMBEDDED_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "50",
  shared_buffers: "12MB",
  wal_buffers: "1MB",
  min_wal_size: "32MB",
  max_wal_size: "256MB",
  huge_pages: "off",
  jit: "off",
  // Three input/output workers cost 1 MB and help only large sequential reads.
  io_method: "sync",
  max_worker_processes: "4",
  max_parallel_workers_per_gather: "1",
  autovacuum_max_workers: "2",
  autovacuum_worker_slots: "2",
  // Nothing replicates from it: a copy is made by `countersign backup`.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_replication_slots: "0",
  max_logical_replication_workers: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  log_line_prefix: "",
  log_checkpoints: "off",
  // Statements carry people's data and must not reach the log, and neither must the values that an error quotes: we log
  // what failed ourselves. LOG stands above ERROR here.
  log_min_error_statement: "panic",
  log_min_messages: "log",
  log_error_verbosity: "terse",
}
