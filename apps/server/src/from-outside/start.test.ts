import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openSession, runProduct, signIn, spawnServer } from "@countersign/testing"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "countersign-start-"))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = join(folder, "data")
const server = await spawnServer({ DATA_DIR: dataDir })
afterAll(() => server.stop())

describe("npm start on an empty folder", () => {
  it("serves, and prints the address and a one-time set-up link", async () => {
    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: "ok" })
    expect(server.setUpLink()).toMatch(/\/set-up#token=.{20,}/)
  })

  it("keeps the key in a file that only its owner reads", () => {
    expect(statSync(join(dataDir, "secret.key")).mode & 0o777).toBe(0o600)
  })

  it("names the database's user when started as root", () => {
    if (process.getuid?.() !== 0) return
    const lines = server
      .output()
      .split("\n")
      .filter((line) => /runs as the user (postgres|nobody)/.test(line))
    expect(lines).toHaveLength(1)
  })

  it("lets the link create the administrator once", async () => {
    const code = new URL(server.setUpLink()!).hash.replace("#token=", "")
    const set = { code, name: "Ana", email: "ana@example.test", password: "correct horse battery" }
    const session = openSession(server.url)

    expect((await session.call("platform.setUp", set)).status).toBe(200)
    expect((await session.call("platform.setUp", { ...set, email: "eve@example.test" })).status).not.toBe(200)

    const again = await signIn(server.url, "ana@example.test", "correct horse battery")
    expect((await again.call("platform.me")).body).toMatchObject({ name: "Ana" })
  })

  it("refuses a second process on the same folder, by its pid", async () => {
    const { code, output } = await runProduct("server", [], { DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(output).toContain(String(server.child.pid))
    expect(output).toContain("Countersign cannot start.")
  })

  it("lets the command line work beside it", async () => {
    const { code, output } = await runProduct("cli", ["migrate"], { DATA_DIR: dataDir })
    expect(output).toContain("The database is up to date.")
    expect(code).toBe(0)
  })
})

describe("a start with an administrator in the environment", () => {
  it("is ready only when that administrator can sign in", async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const administrator = { email: "root@example.test", password: "correct horse battery" }
    const starting = spawnServer({
      DATA_DIR: join(folder, "administered"),
      PORT: String(port),
      COUNTERSIGN_ADMIN_EMAIL: administrator.email,
      COUNTERSIGN_ADMIN_PASSWORD: administrator.password,
    })
    let failed = false
    starting.catch(() => {
      failed = true
    })
    // Asked without a pause, so that nothing lies between the first yes and the sign-in.
    while (!failed && !(await fetch(`${url}/readyz`).catch(() => null))?.ok);

    const root = await signIn(url, administrator.email, administrator.password)

    expect((await root.call("platform.me")).status).toBe(200)
    await (await starting).stop()
  })
})

describe("a start that cannot succeed", () => {
  it("says that the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const { port } = other.address() as AddressInfo
    const { code, output } = await runProduct("server", [], { DATA_DIR: join(folder, "busy"), PORT: String(port) })
    other.close()
    expect(code).toBe(1)
    expect(output).toContain(
      `Port ${port} on 127.0.0.1 is in use by another program. Stop it, or set PORT to a free port.`,
    )
  })

  it("says that DATA_DIR is no folder it can write", async () => {
    const file = join(folder, "file")
    writeFileSync(file, "")
    const { code, output } = await runProduct("server", [], { DATA_DIR: join(file, "data") })
    expect(code).toBe(1)
    expect(output).toMatch(/Countersign cannot start\. .*DATA_DIR/)
    expect(output).not.toContain("    at ")
  })

  it("names a wrong variable", async () => {
    const { code, output } = await runProduct("server", [], { PORT: "http" })
    expect({ code, output }).toEqual({
      code: 1,
      output: 'Countersign cannot start. PORT takes a port number from 0 to 65535; it is set to "http".\n',
    })
  })

  it("says that a shared database cannot be reached", async () => {
    const { code, output } = await runProduct("server", [], {
      DATABASE_URL: "postgres://nobody@127.0.0.1:9/nothing",
      COUNTERSIGN_SECRET: "x".repeat(40),
    })
    expect(code).toBe(1)
    expect(output).toContain("The database that DATABASE_URL names cannot be reached")
  })

  it("refuses a database that is one version ahead, and leaves it alone", async () => {
    const ahead = join(folder, "ahead")
    const first = await spawnServer({ DATA_DIR: ahead })
    await first.stop()
    const { findRunningEmbedded, startEmbedded } = await import("@countersign/core/host")
    const postgres = await startEmbedded({ dataDir: ahead, log: () => {} })
    const client = new pg.Client((await findRunningEmbedded(ahead))!)
    await client.connect()
    await client.query(
      "INSERT INTO platform.migration (plugin, name, hash) VALUES ('catalog', '9999-from-the-future', 'x')",
    )
    await client.end()
    await postgres.stop()

    const { code, output } = await runProduct("server", [], { DATA_DIR: ahead })

    expect(code).toBe(1)
    expect(output).toContain(
      "This database is ahead of this version of Countersign: it has the migration catalog/9999-from-the-future",
    )
  })
})

describe("SIGTERM", () => {
  it("ends with code 0 and answers no more", async () => {
    const own = await spawnServer({ DATA_DIR: join(folder, "drain") })
    expect((await fetch(`${own.url}/healthz`)).status).toBe(200)
    expect(await own.stop()).toBe(0)
    await expect(fetch(`${own.url}/healthz`)).rejects.toThrow()
  })
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, "close")
  return port
}
