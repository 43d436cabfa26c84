import { randomBytes } from "node:crypto"
import { EventEmitter } from "node:events"
import { Readable, Writable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import pg from "pg"
import { afterEach, describe, expect, inject, it } from "vitest"
import { createDatabase, dropDatabase } from "../../../../testing/src/postgres-cluster.ts"
import { openDatabase } from "../database.ts"
import { StartError } from "../embedded/start-error.ts"
import { migrate, type PluginMigrations } from "../migrate.ts"
import { backup } from "./backup.ts"
import { restore } from "./restore.ts"

const cluster = inject("postgres")
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe("a backup", () => {
  it("brings back every value of every type, exactly", async () => {
    const source = await newDatabase([platform, samples])
    await source.query(`INSERT INTO sample.thing
        (j, b, at, day, span, words, grid, amount, ratio, small, kind, address, odd, empty) VALUES
        ('{"a": [1, null, "ü\\\\n"]}', '\\x00ff5c0a', '2024-02-29 23:59:59.999999+02', '0044-03-15 BC', '1 mon -3 days 04:05:06.7',
          ARRAY['a,b', 'c"d', NULL, '\\'], '{{1,2},{3,4}}', 12345678901234567890.123456789, 0.1::float8 + 0.2::float8, 'NaN', 'warm',
          '2001:db8::1/64', E'tab\\tline\\nreturn\\rback\\\\slash \\\\. \\\\N end', ''),
        (NULL, '', 'infinity', NULL, NULL, '{}', NULL, 'NaN', '-Infinity', 1.5e-30, 'cold', NULL, E'\\\\.', NULL)`)
    await source.query("INSERT INTO sample.thing (id, odd) OVERRIDING SYSTEM VALUE VALUES (-7, '𝒳 é 漢')")
    const target = await newDatabase([platform, samples])

    await restore({ connect: target.connect, read: Readable.from([await backupOf(source)]) })

    const all = "SELECT t::text, computed FROM sample.thing t ORDER BY id"
    const rows = await source.query(all)
    expect(rows).toHaveLength(3)
    expect(await target.query(all)).toEqual(rows)
  })

  it("of any length comes back without a listener more for every piece of it", async () => {
    const source = await newDatabase([platform, samples])
    // Letters of chance, which hardly become shorter: pieces enough for Node to warn of listeners that pile up.
    for (let row = 0; row < 16; row++)
      await source.query(`INSERT INTO sample.thing (odd) VALUES ('${randomBytes(100_000).toString("hex")}')`)
    const target = await newDatabase([platform, samples])
    const whole = await backupOf(source)
    const pieces = Array.from({ length: Math.ceil(whole.length / 65_536) }, (_, at) =>
      whole.subarray(at * 65_536, (at + 1) * 65_536),
    )
    expect(pieces.length).toBeGreaterThan(20)
    const warnings: string[] = []
    const hear = ({ name }: Error) => warnings.push(name)
    process.on("warning", hear)

    await restore({ connect: target.connect, read: Readable.from(pieces) })
    // Warnings are told on the next turn.
    await setImmediate()

    process.off("warning", hear)
    expect(warnings).not.toContain("MaxListenersExceededWarning")
    expect(await target.query("SELECT count(*)::int AS rows FROM sample.thing")).toEqual([{ rows: 16 }])
  })

  it("goes on counting where the original stopped", async () => {
    const source = await newDatabase([platform, samples])
    await source.query("INSERT INTO sample.thing (odd) SELECT 'x' FROM generate_series(1, 41)")
    await source.query("SELECT nextval('sample.ticket')", "SELECT nextval('sample.ticket')")
    const target = await newDatabase([platform, samples])

    await restore({ connect: target.connect, read: Readable.from([await backupOf(source)]) })

    expect(await target.query("INSERT INTO sample.thing (odd) VALUES ('next') RETURNING id")).toEqual([{ id: "42" }])
    expect(await target.query("SELECT nextval('sample.ticket')")).toEqual([{ nextval: "120" }])
  })

  it("shows one instant while others move money between tables", async () => {
    const source = await newDatabase([platform, bank])
    await source.query("INSERT INTO bank.checking SELECT g, 1000 FROM generate_series(1, 20) g")
    await source.query("INSERT INTO bank.savings SELECT g, 1000 FROM generate_series(1, 20) g")
    // Between checking and savings in the order of the tables, so that reading it takes a while in between.
    await source.query("INSERT INTO bank.ballast SELECT g, repeat(md5(g::text), 20) FROM generate_series(1, 20000) g")
    const writers = moveMoney(source.connect, 3)
    await writers.moved(20)

    const file = new Collector(() => writers.moved(1))
    await backup({ connect: source.connect, write: file })
    await writers.stop()
    const target = await newDatabase([platform, bank])
    await restore({ connect: target.connect, read: Readable.from([file.content()]) })

    const [sums] = await target.query(`SELECT
      (SELECT sum(balance) FROM bank.checking) + (SELECT sum(balance) FROM bank.savings) AS total,
      (SELECT sum(amount) FROM bank.transfer) = (SELECT sum(balance) - 20000 FROM bank.savings) AS matches,
      (SELECT count(*)::int FROM bank.transfer) AS transfers`)
    expect(sums).toMatchObject({ total: "40000", matches: true })
    // The test is worth something only if money moved while the copy was made.
    const [later] = await source.query("SELECT count(*)::int AS transfers FROM bank.transfer")
    expect(later?.transfers).toBeGreaterThan(Number(sums?.transfers) + 5)
  })

  it("of tables that refer to each other in a circle loads, and its references hold again afterwards", async () => {
    const source = await newDatabase([platform, circle])
    await source.query("INSERT INTO circle.team (id) VALUES (1), (2)")
    await source.query("INSERT INTO circle.member (id, team_id, mentor_id) VALUES (1, 1, 2), (2, 2, 1)")
    await source.query("UPDATE circle.team SET lead_id = id")
    const target = await newDatabase([platform, circle])

    await restore({ connect: target.connect, read: Readable.from([await backupOf(source)]) })

    expect(await target.query("SELECT id, lead_id FROM circle.team ORDER BY id")).toEqual([
      { id: 1, lead_id: 1 },
      { id: 2, lead_id: 2 },
    ])
    await expect(target.query("UPDATE circle.team SET lead_id = 99")).rejects.toThrow(/violates foreign key/)
  })

  it("of a partitioned table loads into a target that has other partitions, which it keeps", async () => {
    const source = await newDatabase([platform, diary])
    await source.query(
      "CREATE TABLE diary.page_monday PARTITION OF diary.page FOR VALUES FROM ('2026-11-16 00:00+00') TO ('2026-11-17 00:00+00')",
      "INSERT INTO diary.page VALUES (1, '2026-11-16 12:00+00', 'worked'), (2, '2020-01-01 00:00+00', 'rested')",
    )
    const target = await newDatabase([platform, diary])
    await target.query(
      "CREATE TABLE diary.page_friday PARTITION OF diary.page FOR VALUES FROM ('2026-11-20 00:00+00') TO ('2026-11-21 00:00+00')",
      "INSERT INTO diary.page VALUES (3, '2026-11-20 12:00+00', 'before')",
      // A session that counts in another zone than the one that wrote the bounds down.
      `ALTER DATABASE "${target.connect.database}" SET timezone = 'Asia/Kathmandu'`,
    )

    const file = await backupOf(source)
    await restore({ connect: target.connect, read: Readable.from([file]) })
    await restore({ connect: target.connect, read: Readable.from([file]) })

    expect(
      await target.query("SELECT tableoid::regclass::text AS place, id, said FROM diary.page ORDER BY id"),
    ).toEqual([
      { place: "diary.page_monday", id: 1, said: "worked" },
      { place: "diary.page_other", id: 2, said: "rested" },
    ])
    await target.query("INSERT INTO diary.page VALUES (4, '2026-11-20 13:00+00', 'after')")
    expect(await target.query("SELECT id FROM diary.page_friday")).toEqual([{ id: 4 }])
  })

  it("fires no trigger while it loads, and leaves them on as they were", async () => {
    const source = await newDatabase([platform, appendOnly])
    await source.query("INSERT INTO trail.entry (note) VALUES ('one')")
    const target = await newDatabase([platform, appendOnly])
    await target.query("INSERT INTO trail.entry (note) VALUES ('before')")

    await restore({ connect: target.connect, read: Readable.from([await backupOf(source)]) })

    expect(await target.query("SELECT note FROM trail.entry")).toEqual([{ note: "one" }])
    expect(await target.query("SELECT * FROM trail.fired")).toEqual([{ times: 1 }])
    await expect(target.query("DELETE FROM trail.entry")).rejects.toThrow(/append-only/)
    await expect(target.query("TRUNCATE trail.entry")).rejects.toThrow(/append-only/)
  })

  it("leaves the queue of jobs and the ledger of migrations to the target", async () => {
    const source = await newDatabase([platform])
    await source.query("CREATE SCHEMA pgboss", "CREATE TABLE pgboss.job (id int)", "INSERT INTO pgboss.job VALUES (1)")
    const target = await newDatabase([platform])
    const ledger = await target.query("SELECT * FROM platform.migration")

    await restore({ connect: target.connect, read: Readable.from([await backupOf(source)]) })

    expect(await target.query("SELECT to_regclass('pgboss.job') AS job")).toEqual([{ job: null }])
    expect(await target.query("SELECT * FROM platform.migration")).toEqual(ledger)
  })

  it("is written and loaded by a user who only owns the database", async () => {
    await admin("DROP ROLE IF EXISTS modest", "CREATE ROLE modest LOGIN")
    cleanups.push(() => admin("DROP OWNED BY modest", "DROP ROLE modest").catch(() => {}))
    const source = await newDatabase([platform, circle, appendOnly], "modest")
    await source.query("INSERT INTO circle.team (id) VALUES (1)", "INSERT INTO trail.entry (note) VALUES ('one')")
    const target = await newDatabase([platform, circle, appendOnly], "modest")

    await restore({ connect: target.connect, read: Readable.from([await backupOf(source)]) })

    expect(await target.query("SELECT note FROM trail.entry")).toEqual([{ note: "one" }])
  })

  it("fails, and ends its connection, when its file cannot be written", async () => {
    const source = await newDatabase([platform, bank])
    await source.query("INSERT INTO bank.ballast SELECT g, repeat(md5(g::text), 20) FROM generate_series(1, 20000) g")
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error("no space left on device")) })

    await expect(backup({ connect: source.connect, write: full })).rejects.toThrow("no space left on device")

    const open =
      "SELECT FROM pg_stat_activity WHERE application_name = 'countersign backup' AND datname = current_database()"
    await expect.poll(() => source.query(open), { timeout: 10_000 }).toEqual([])
  })
})

describe("restore", () => {
  it("refuses a file that is cut off or altered anywhere, and changes nothing", async () => {
    const source = await newDatabase([platform, samples])
    await source.query("INSERT INTO sample.thing (odd) SELECT md5(g::text) FROM generate_series(1, 2000) g")
    const whole = await backupOf(source)
    const target = await newDatabase([platform, samples])
    await target.query("INSERT INTO sample.thing (odd) VALUES ('was here')")
    const body = whole.indexOf(10) + 1
    const cuts = [body, body + 5, Math.floor(whole.length / 2), whole.length - 67, whole.length - 66, whole.length - 1]
    const flips = [
      20,
      body,
      body + 12,
      Math.floor(whole.length / 3),
      whole.length - 80,
      whole.length - 66,
      whole.length - 2,
    ]
    const files = [
      ...cuts.map((length) => whole.subarray(0, length)),
      ...flips.map((at) => Buffer.concat([whole.subarray(0, at), Buffer.of(whole[at]! ^ 1), whole.subarray(at + 1)])),
      Buffer.concat([whole, Buffer.from("\n")]),
    ]

    for (const file of files) {
      const refusal = await restore({ connect: target.connect, read: Readable.from([file]) }).catch((error) => error)
      expect(refusal).toBeInstanceOf(StartError)
      expect(refusal.message).toMatch(/Nothing was changed|is not a backup|newer format/)
    }

    expect(await target.query("SELECT odd FROM sample.thing")).toEqual([{ odd: "was here" }])
    expect(await target.query("INSERT INTO sample.thing (odd) VALUES ('x') RETURNING id")).toEqual([{ id: "2" }])
  })

  it("says of a damaged file that it is damaged, although its rows fail to load first", async () => {
    const source = await newDatabase([platform, samples])
    await source.query("INSERT INTO sample.thing (odd) SELECT md5(g::text) FROM generate_series(1, 2000) g")
    const whole = await backupOf(source)
    const target = await newDatabase([platform, samples])
    whole[Math.floor(whole.length / 2)]! ^= 0xff

    const read = Readable.from(pieces(whole, 100))

    await expect(restore({ connect: target.connect, read })).rejects.toThrow(/^The backup is incomplete or was altered/)
  })

  it("refuses a file that is no backup, and one of another version of the tables", async () => {
    const older = await newDatabase([platform])
    const newer = await newDatabase([platform, samples])
    const into = (target: TestDatabase, content: Buffer) =>
      restore({ connect: target.connect, read: Readable.from([content]) })

    await expect(into(older, randomBytes(5_000))).rejects.toThrow(/^This file is not a backup of Countersign/)
    await expect(into(older, Buffer.from('{"hello":1}\n'))).rejects.toThrow(/^This file is not a backup of Countersign/)
    await expect(into(older, await backupOf(newer))).rejects.toThrow(
      /the migration sample\/0001-things, which this version lacks/,
    )
    await expect(into(newer, await backupOf(older))).rejects.toThrow(/before the migration sample\/0001-things/)
  })

  it("refuses a database that people use, and replaces everything in it when forced", async () => {
    const source = await newDatabase([platform])
    await source.query("INSERT INTO platform.person VALUES ('ana')")
    const file = await backupOf(source)
    const target = await newDatabase([platform])
    await target.query("INSERT INTO platform.person VALUES ('ben')")

    await expect(restore({ connect: target.connect, read: Readable.from([file]) })).rejects.toThrow(
      /^The database already has people in it\./,
    )
    await restore({ connect: target.connect, read: Readable.from([file]), force: true })

    expect(await target.query("SELECT id FROM platform.person")).toEqual([{ id: "ana" }])
  })

  it("undoes everything when the last step fails", async () => {
    const source = await newDatabase([platform, samples])
    await source.query("INSERT INTO sample.thing (odd) VALUES ('new')")
    const target = await newDatabase([platform, samples])
    await target.query("INSERT INTO sample.thing (odd) VALUES ('old')")
    const afterLoad = () => Promise.reject(new Error("the hook failed"))

    const restoring = restore({ connect: target.connect, read: Readable.from([await backupOf(source)]), afterLoad })

    await expect(restoring).rejects.toThrow("The backup could not be loaded: the hook failed. Nothing was changed.")
    expect(await target.query("SELECT odd FROM sample.thing")).toEqual([{ odd: "old" }])
  })

  it("loads rows that are larger than the pieces they are read in", async () => {
    const source = await newDatabase([platform, samples])
    await source.query(
      "INSERT INTO sample.thing (odd) SELECT repeat(md5(g::text), 100000) FROM generate_series(1, 3) g",
    )
    const target = await newDatabase([platform, samples])

    const read = Readable.from(pieces(await backupOf(source), 777))
    await restore({ connect: target.connect, read })

    const lengths = "SELECT id, md5(odd) AS sum, length(odd) AS length FROM sample.thing ORDER BY id"
    expect(await target.query(lengths)).toEqual(await source.query(lengths))
  })
})

const platform: PluginMigrations = {
  plugin: "platform",
  migrations: [{ name: "0001-people", sql: "CREATE TABLE platform.person (id text PRIMARY KEY)" }],
}

const samples: PluginMigrations = {
  plugin: "sample",
  migrations: [
    {
      name: "0001-things",
      sql: `
        CREATE TYPE sample.kind AS ENUM ('warm', 'cold');
        CREATE SEQUENCE sample.ticket START 100 INCREMENT 10;
        CREATE TABLE sample.thing (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          dropped int, j jsonb, b bytea, at timestamptz, day date, span interval, words text[], grid int[][],
          amount numeric, ratio float8, small real, kind sample.kind, address inet, odd text, empty text,
          computed int GENERATED ALWAYS AS (length(odd)) STORED
        );
        ALTER TABLE sample.thing DROP COLUMN dropped`,
    },
  ],
}

const bank: PluginMigrations = {
  plugin: "bank",
  migrations: [
    {
      name: "0001-accounts",
      sql: `
        CREATE TABLE bank.checking (id int PRIMARY KEY, balance numeric NOT NULL);
        CREATE TABLE bank.ballast (id int PRIMARY KEY, weight text);
        CREATE TABLE bank.savings (id int PRIMARY KEY, balance numeric NOT NULL);
        CREATE TABLE bank.transfer (
          id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          account_id int NOT NULL REFERENCES bank.checking,
          amount numeric NOT NULL
        )`,
    },
  ],
}

const circle: PluginMigrations = {
  plugin: "circle",
  migrations: [
    {
      name: "0001-circle",
      sql: `
        CREATE TABLE circle.team (id int PRIMARY KEY, lead_id int);
        CREATE TABLE circle.member (
          id int PRIMARY KEY,
          team_id int NOT NULL REFERENCES circle.team ON DELETE CASCADE,
          mentor_id int REFERENCES circle.member DEFERRABLE INITIALLY DEFERRED,
          UNIQUE (id, team_id) DEFERRABLE INITIALLY DEFERRED
        );
        ALTER TABLE circle.team ADD CONSTRAINT team_lead FOREIGN KEY (lead_id) REFERENCES circle.member`,
    },
  ],
}

const diary: PluginMigrations = {
  plugin: "diary",
  migrations: [
    {
      name: "0001-pages",
      sql: `
        CREATE TABLE diary.page (id int, at timestamptz, said text, PRIMARY KEY (at, id)) PARTITION BY RANGE (at);
        CREATE TABLE diary.page_other PARTITION OF diary.page DEFAULT`,
    },
  ],
}

const appendOnly: PluginMigrations = {
  plugin: "trail",
  migrations: [
    {
      name: "0001-trail",
      sql: `
        CREATE TABLE trail.entry (id int GENERATED ALWAYS AS IDENTITY, note text);
        CREATE TABLE trail.fired (times int NOT NULL DEFAULT 0);
        INSERT INTO trail.fired DEFAULT VALUES;
        CREATE FUNCTION trail.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'append-only'; END $$;
        CREATE FUNCTION trail.count() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN UPDATE trail.fired SET times = times + 1; RETURN NEW; END $$;
        CREATE TRIGGER keep BEFORE DELETE OR UPDATE ON trail.entry FOR EACH ROW EXECUTE FUNCTION trail.refuse();
        CREATE TRIGGER keep_all BEFORE TRUNCATE ON trail.entry EXECUTE FUNCTION trail.refuse();
        ALTER TABLE trail.entry ENABLE ALWAYS TRIGGER keep_all;
        CREATE TRIGGER counted AFTER INSERT ON trail.entry FOR EACH ROW EXECUTE FUNCTION trail.count()`,
    },
  ],
}

interface TestDatabase {
  connect: pg.ClientConfig
  query(...statements: string[]): Promise<Record<string, unknown>[]>
}

async function newDatabase(plugins: PluginMigrations[], owner = cluster.user): Promise<TestDatabase> {
  const name = `backup_${randomBytes(6).toString("hex")}`
  const connect = { ...(await createDatabase(cluster, name)), user: owner }
  cleanups.push(() => dropDatabase(cluster, name))
  await admin(`ALTER DATABASE ${name} OWNER TO ${owner}`)
  const database = openDatabase(connect, { poolSize: 2, onError: () => {} })
  cleanups.push(() => database.close())
  await migrate(database, plugins)
  return {
    connect,
    async query(...statements) {
      let rows: Record<string, unknown>[] = []
      for (const statement of statements) rows = (await database.pool.query(statement)).rows
      return rows
    },
  }
}

async function admin(...statements: string[]): Promise<void> {
  const client = new pg.Client(cluster)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function backupOf(source: TestDatabase): Promise<Buffer> {
  const file = new Collector()
  await backup({ connect: source.connect, write: file, version: "1.2.3" })
  return file.content()
}

/** Keeps what is written; `between` runs before each piece is taken, to make the writing slow. */
class Collector extends Writable {
  readonly #pieces: Buffer[] = []
  readonly #between: () => Promise<void>

  constructor(between: () => Promise<void> = async () => {}) {
    super({ highWaterMark: 1 })
    this.#between = between
  }

  override _write(piece: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#pieces.push(piece)
    this.#between().then(() => done(), done)
  }

  content(): Buffer {
    return Buffer.concat(this.#pieces)
  }
}

function* pieces(content: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

function moveMoney(connect: pg.ClientConfig, writers: number) {
  let stopped = false
  let count = 0
  const news = new EventEmitter()
  const running = Array.from({ length: writers }, async (_, writer) => {
    const client = new pg.Client(connect)
    await client.connect()
    for (let turn = writer; !stopped; turn++) {
      const [account, amount] = [(turn % 20) + 1, (turn % 7) + 1]
      await client.query("BEGIN")
      await client.query("UPDATE bank.checking SET balance = balance - $2 WHERE id = $1", [account, amount])
      await client.query("INSERT INTO bank.transfer (account_id, amount) VALUES ($1, $2)", [account, amount])
      await client.query("UPDATE bank.savings SET balance = balance + $2 WHERE id = $1", [account, amount])
      await client.query("COMMIT")
      count++
      news.emit("moved")
      await setImmediate()
    }
    await client.end()
  })
  return {
    async moved(more: number) {
      const target = count + more
      while (count < target) await new Promise((wake) => news.once("moved", wake))
    },
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}
