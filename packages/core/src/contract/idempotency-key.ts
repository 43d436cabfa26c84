/** One for each intended change, kept over its repetitions. Clients, server and description share this. */
export const IDEMPOTENCY_KEY = {
  header: "idempotency-key",
  pattern: "^[!#-~]{16,128}$",
} as const
