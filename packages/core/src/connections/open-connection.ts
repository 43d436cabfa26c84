import { type Driver, findDriver, type Connection as LlmConnection } from "@countersign/llm"
import type { Runtime } from "../access/runtime.ts"
import type { ScopeDefault } from "../contract/chat/connection.ts"
import { quoteName } from "../contract/text/quote-name.ts"
import type { Database } from "../db/database.ts"
import { ConflictError } from "../errors.ts"
import { CONNECTION_KEY } from "../secrets/sealed-columns.ts"
import { hearChanges } from "../signals/changes.ts"
import type { Signals } from "../signals/signals.ts"
import { listConnections, listScopeDefaults, type StoredConnection } from "./connection-store.ts"
import { REHEARSAL } from "./credential.ts"

/** All that is configured. There are few, so they are read and kept together. */
export interface ConnectionBook {
  connections: readonly StoredConnection[]
  defaults: readonly ScopeDefault[]
}

/** For a few seconds from memory: a turn asks the database nothing about its connection. */
export async function readConnections({ database }: Pick<Runtime, "database">): Promise<ConnectionBook> {
  const known = shelf(database)
  if (known.book && known.until > performance.now()) return known.book
  const { generation } = known
  // Counted from before the read: what it read may have changed right after.
  const until = performance.now() + KEPT_MS
  known.loading ??= load(database).finally(() => {
    if (known.generation === generation) known.loading = undefined
  })
  const book = await known.loading
  // News that came during the load may be news about this one.
  if (known.generation === generation) Object.assign(known, { book, until })
  return book
}

/** At once on the server that made the change; the others hear of it. */
export function forgetConnections(database: Database): void {
  const known = shelf(database)
  known.generation++
  known.book = undefined
  known.loading = undefined
}

/** Has this server forget what it keeps as soon as another one changed a connection. */
export function watchConnections(database: Database, signals: Signals): void {
  hearChanges(signals, ({ resource }) => {
    if (resource === CONNECTION_RESOURCE) forgetConnections(database)
  })
  signals.onGap(() => forgetConnections(database))
}

export const CONNECTION_RESOURCE = "ai.connection"

/** The driver, and what it needs in clear. Whoever holds this can go on calling when the connection is deleted. */
export function openConnection(
  runtime: Pick<Runtime, "secrets" | "plugins" | "egress">,
  stored: StoredConnection,
): OpenedConnection {
  const known = opened.get(stored)
  if (known?.by === runtime.secrets) return known.connection
  const connection = open(runtime, stored)
  opened.set(stored, { by: runtime.secrets, connection })
  return connection
}

export interface OpenedConnection {
  readonly driver: Driver
  readonly llm: Readonly<LlmConnection>
}

/** As long as the stored one is kept. */
const opened = new WeakMap<StoredConnection, { by: Runtime["secrets"]; connection: OpenedConnection }>()

function open(
  { secrets, plugins, egress }: Pick<Runtime, "secrets" | "plugins" | "egress">,
  stored: StoredConnection,
): OpenedConnection {
  const driver = findDriver(stored.driver)
  if (!driver)
    throw new ConflictError(
      `The connection ${quoteName(stored.label)} uses the driver ${stored.driver}, which this version of Countersign does not have. Choose another connection.`,
    )
  const llm: LlmConnection = { ...stored.settings, baseUrl: stored.baseUrl ?? undefined, guard: egress.connections }
  if (stored.sealedKey !== null) llm.apiKey = openKey(secrets, stored, stored.sealedKey)
  if (driver.id === REHEARSAL) llm.scripts = plugins.flatMap((plugin) => plugin.assistant?.rehearsal ?? [])
  return { driver, llm }
}

/** However badly signals travel, nobody uses a connection for longer than this after it was changed or closed to them. */
const KEPT_MS = 5_000

interface Shelf {
  generation: number
  until: number
  book?: ConnectionBook
  loading?: Promise<ConnectionBook>
}

const shelves = new WeakMap<Database, Shelf>()

function shelf(database: Database): Shelf {
  const known = shelves.get(database) ?? { generation: 0, until: 0 }
  shelves.set(database, known)
  return known
}

async function load({ direct }: Database): Promise<ConnectionBook> {
  const [connections, defaults] = await Promise.all([listConnections(direct), listScopeDefaults(direct)])
  return { connections, defaults }
}

/** `secrets.open` has the key masked from then on, wherever it turns up. */
function openKey(secrets: Runtime["secrets"], { id, label }: StoredConnection, sealed: string): string {
  try {
    return secrets.open(sealed, CONNECTION_KEY.at(id))
  } catch (cause) {
    const error = new ConflictError(
      `The key of the connection ${quoteName(label)} cannot be opened: it was sealed under another COUNTERSIGN_SECRET. Enter it again under Settings > AI connections.`,
    )
    error.cause = cause
    throw error
  }
}
