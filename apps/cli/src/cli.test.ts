import { spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openSession, runProduct, signIn, spawnServer } from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "countersign-cli-"))
chmodSync(folder, 0o755)
const admin = { email: "ana@example.test", password: "correct horse battery" }
const variables = {
  DATA_DIR: join(folder, "data"),
  COUNTERSIGN_ADMIN_EMAIL: admin.email,
  COUNTERSIGN_ADMIN_PASSWORD: admin.password,
}
const server = await spawnServer(variables)
const session = await signIn(server.url, admin.email, admin.password)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
const run = (...args: string[]) => runProduct("cli", args, { ...variables, PORT: new URL(server.url).port })

describe("countersign", () => {
  it("lists its commands, and says so when there is none of that name", async () => {
    const help = await run()
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining("countersign audit verify") })
    const wrong = await run("frobnicate")
    expect(wrong).toMatchObject({ code: 2, output: expect.stringContaining('There is no command "frobnicate".\n') })
  })

  it("lists the commands of plugins under their headings, and says what was perhaps meant", async () => {
    const { output } = await run("help")
    const headings = output.split("\n").filter((line) => /^[A-Z]\w+$/.test(line))
    expect(headings).toEqual(["Installation", "Catalog", "Assistant"])
    expect(output).toMatch(/\nCatalog\n {2}countersign catalog import FILE \[--format csv\|yaml\] \[--apply\]\n/)
    const wrong = await run("catalog", "imprt", "systems.csv")
    expect(wrong.output).toContain('There is no command "catalog imprt systems.csv". Did you mean "catalog import"?\n')
    expect(wrong.code).toBe(2)
  })

  it("names a missing or surplus argument with the usage", async () => {
    expect(await run("backup")).toMatchObject({
      code: 2,
      output: expect.stringContaining("FILE is missing.\nUsage: countersign backup FILE"),
    })
    expect(await run("app", "create", "--name", "x")).toMatchObject({
      code: 2,
      output: expect.stringContaining("--rules is missing."),
    })
    expect(await run("doctor", "now")).toMatchObject({ code: 2, output: expect.stringContaining("one word too many") })
  })
})

describe("countersign app create", () => {
  it("prints a key that works within its permissions", async () => {
    const { code, output } = await run("app", "create", "--name", "deploy", "--rules", "catalog.system.read")
    expect(code).toBe(0)
    const key = /(csk_\S+)/.exec(output)![1]!
    const call = (verb: string) =>
      fetch(`${server.url}/api/v1/catalog/${verb}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(verb === "createGroup" ? { name: "Nope" } : {}),
      })
    expect((await call("listSystems")).status).toBe(200)
    expect((await call("createGroup")).status).toBe(403)
  })

  it("names a permission that does not exist", async () => {
    expect(await run("app", "create", "--name", "x", "--rules", "catalog.everything.own")).toMatchObject({
      code: 2,
      output: expect.stringContaining('There is no permission "catalog.everything.own"'),
    })
  })
})

describe("countersign catalog import", () => {
  const file = join(folder, "systems.csv")

  it("shows the plan, carries it out only when asked to, and the audit log says that it was the command line", async () => {
    writeFileSync(file, 'name,tags\nLedger,"money, core"\nTill,money\n')
    const plan = await run("catalog", "import", file)
    expect(plan.output).toContain('new      system "Ledger" (line 2)\n')
    expect(plan.output).toContain("2 new, 0 to change, 0 unchanged, 0 with problems.\nNothing was changed yet.")
    expect(await systems()).toEqual([])

    const applied = await run("catalog", "import", file, "--apply")
    expect(applied).toMatchObject({ code: 0, output: expect.stringContaining("Done: 2 created, 0 changed.") })
    expect((await systems()).sort()).toEqual(["Ledger", "Till"])
    const trail = await session.call<{ items: { principal: { id: string }; transport: string }[] }>(
      "platform.listAudit",
      { action: "catalog.importCatalog" },
    )
    expect(trail.body.items.map(({ principal, transport }) => [principal.id, transport])).toEqual([
      ["service:cli", "cli"],
      ["service:cli", "cli"],
    ])

    writeFileSync(file, "name,tags\nLedger,core\nTill,money\n")
    const change = await run("catalog", "import", file)
    expect(change.output).toContain('change   system "Ledger" (line 2)\n           tags: core; money -> core\n')
    expect(change.output).toContain("0 new, 1 to change, 1 unchanged, 0 with problems.")
  })

  it("changes nothing when a line is wrong, and names the line", async () => {
    writeFileSync(file, "name,owner\nGood,\nBad,Nobody\n")
    const { code, output } = await run("catalog", "import", file, "--apply")
    expect(output).toContain('PROBLEM  system "Bad" (line 3)\n           There is no team called "Nobody".')
    expect(output).toContain("Nothing was changed. Correct the file and run this again.")
    expect(code).toBe(1)
    expect(await systems()).not.toContain("Good")
  })

  it("says what it needs: a file, and its format where the name does not tell", async () => {
    expect(await run("catalog", "import", join(folder, "nowhere.csv"))).toMatchObject({
      code: 2,
      output: expect.stringContaining("cannot be read.\nUsage: countersign catalog import FILE"),
    })
    expect(await run("catalog", "import", join(folder, "systems.txt"))).toMatchObject({
      code: 2,
      output: expect.stringContaining("--format takes csv or yaml"),
    })
  })

  async function systems(): Promise<string[]> {
    const { body } = await session.call<{ items: { name: string }[] }>("catalog.listSystems")
    return body.items.map(({ name }) => name)
  }
})

describe("countersign user", () => {
  it("prints an invitation that lets a person in", async () => {
    const { code, output } = await run("user", "create", "--email", "ben@example.test", "--role", "viewer")
    expect(code).toBe(0)
    const token = /#token=(\S+)/.exec(output)![1]!
    const guest = openSession(server.url)
    const accepted = await guest.call("platform.acceptInvitation", {
      token,
      name: "Ben",
      password: "a long enough password",
    })
    expect(accepted.status).toBe(200)
    expect((await guest.call("platform.me")).body).toMatchObject({ name: "Ben", administrator: false })
  })

  it("prints a link for a new password, and says when nobody has the address", async () => {
    const { code, output } = await run("user", "reset-password", "--email", admin.email)
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining("/reset-password#token=") })
    expect(await run("user", "reset-password", "--email", "zoe@example.test")).toMatchObject({
      code: 2,
      output: expect.stringContaining("Nobody here has the address zoe@example.test."),
    })
  })
})

describe("countersign doctor", () => {
  it("finds nothing wrong with a running installation", async () => {
    const { code, output } = await run("doctor")
    expect(output).toContain("Nothing is wrong that this command can see.")
    expect(output).toContain("answers on port")
    expect(output).toContain("ok     Pictures: this server can draw pictures for the site.")
    expect(output).toContain("ok     SITE_URL: not needed on loopback.")
    expect(output).toContain(`ok     Node: version ${process.versions.node}.`)
    expect(code).toBe(0)
  })

  it("says what scripts and pings can do on this machine, and what to install", async () => {
    const isThere = spawnSync("bwrap", ["--version"], { stdio: "ignore" }).status === 0
    const empty = join(folder, "no-programs")
    mkdirSync(empty)
    const { code, output } = await runProduct("cli", ["doctor"], { ...variables, PATH: empty })
    const [, sandbox] = /(.*Sandbox: .*(?:\n {7}.*)?)/.exec(output) ?? []
    expect(sandbox).toContain("TypeScript runs in QuickJS in a process of its own")
    if (!isThere) expect(sandbox).toContain("Install the package bubblewrap")
    expect(output).toContain("look   Ping: this server cannot ping: the program ping is not there.\n")
    expect(output).toContain("Install it (the package iputils-ping or iputils), or check a TCP port instead.")
    expect(code).toBe(0)
  })

  it("says what is wrong and what to do", async () => {
    chmodSync(join(variables.DATA_DIR, "secret.key"), 0o644)
    const { code, output } = await run("doctor")
    chmodSync(join(variables.DATA_DIR, "secret.key"), 0o600)
    expect(output).toContain("can be read by other users.")
    expect(output).toContain("chmod 600")
    expect(code).toBe(1)
    const wrong = await runProduct("cli", ["doctor"], { PORT: "many" })
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining("PORT takes a port number") })
  })
})

describe("countersign backup and restore", () => {
  const file = join(folder, "all.backup")

  it("round-trip while people work, into a database whose log still verifies", { timeout: 120_000 }, async () => {
    await session.call("catalog.createSystem", { name: "Before the backup" })
    expect(
      (await session.call("platform.setSecret", { name: "carried", value: "a value that moves along" })).status,
    ).toBe(200)
    const page = await publishPage()
    let writing = true
    let written = 0
    const writers = Array.from({ length: 3 }, async (_, writer) => {
      while (writing) {
        const { status } = await session.call("catalog.createGroup", { name: `Load ${writer}-${written++}` })
        expect(status).toBe(200)
      }
    })
    const { code, output } = await run("backup", file)
    writing = false
    await Promise.all(writers)
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(written).toBeGreaterThan(3)

    const moved = { ...variables, DATA_DIR: join(folder, "moved") }
    const secret = readFileSync(join(variables.DATA_DIR, "secret.key"), "utf8").trim()
    const target = { ...moved, COUNTERSIGN_SECRET: secret }
    expect(await runProduct("cli", ["restore", file], target)).toMatchObject({ code: 0 })

    const second = await spawnServer(target)
    const there = await signIn(second.url, admin.email, admin.password)
    const systems = (await there.call<{ items: { name: string }[] }>("catalog.listSystems")).body.items
    expect(systems.map(({ name }) => name)).toContain("Before the backup")
    expect(await visited(second.siteUrl()!)).toEqual(page)
    const { media } = (await there.call<{ media: { name: string }[] }>("site.listMedia")).body
    expect(media.map(({ name }) => name)).toEqual(["view.png"])
    const created = await there.call("catalog.createGroup", { name: "After the restore" })
    expect(created.status).toBe(200)
    await second.stop()
    expect(await runProduct("cli", ["audit", "verify"], target)).toMatchObject({ code: 0 })
    // It opens every sealed value, each for its place, or says which ones do not.
    const next = {
      COUNTERSIGN_SECRET: "the secret after the restore, long enough",
      COUNTERSIGN_PREVIOUS_SECRETS: secret,
    }
    const rotated = await runProduct("cli", ["rotate-key"], { ...moved, ...next })
    expect(rotated).toMatchObject({ code: 0, output: expect.stringMatching(/Sealed [1-9]\d* values/) })

    expect(await runProduct("cli", ["restore", file], { ...moved, ...next })).toMatchObject({
      code: 1,
      output: expect.stringContaining("--force"),
    })
  })

  /** A page of the site with a picture, as visitors get both. */
  async function publishPage() {
    const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    const sent = await fetch(`${server.url}/api/v1/site/media?name=view.png`, {
      method: "POST",
      headers: { cookie: session.cookie(), origin: server.url, "content-type": "image/png" },
      body: new Uint8Array(Buffer.from(dot, "base64")),
    })
    expect(sent.status).toBe(201)
    const page = await session.call<{ pageId: string; rootNodeId: string }>("site.addPage", {
      title: "Our view",
      slug: "view",
    })
    const html = '<h1>Our view</h1><img src="/_media/view.png" alt="The sea">'
    await session.call("site.insertHtml", { parentId: page.body.rootNodeId, html })
    expect((await session.call("site.publish", {})).status).toBe(200)
    const shown = await visited(server.siteUrl()!)
    expect(shown.page).toMatch(/<h1[^>]*>Our view<\/h1>.*\/_media\/view\.png/s)
    expect(shown.picture.length).toBeGreaterThan(80)
    return shown
  }

  async function visited(site: string) {
    const [page, picture] = await Promise.all(["/view", "/_media/view.png"].map((path) => fetch(site + path)))
    expect([page!.status, picture!.status]).toEqual([200, 200])
    return { page: await page!.text(), picture: Buffer.from(await picture!.arrayBuffer()).toString("base64") }
  }

  it("refuses a truncated file and says so", async () => {
    const cut = join(folder, "cut.backup")
    writeFileSync(cut, readFileSync(file))
    truncateSync(cut, 2_000)
    const { code, output } = await runProduct("cli", ["restore", cut], { DATA_DIR: join(folder, "untouched") })
    expect(code).toBe(1)
    expect(output).not.toContain("    at ")
  })

  it("says when the file is not there", async () => {
    const { code, output } = await runProduct("cli", ["restore", join(folder, "nowhere")], {
      DATA_DIR: join(folder, "untouched"),
    })
    expect(code).toBe(1)
    expect(output).toContain("nowhere")
    expect(output).not.toContain("    at ")
  })
})

describe("countersign rotate-key", () => {
  it("seals everything under a new secret, which then opens alone", { timeout: 60_000 }, async () => {
    const former = "the secret this installation was started with"
    const next = "the secret this installation goes on with now"
    const own = { ...variables, DATA_DIR: join(folder, "rotated") }
    const first = await spawnServer({ ...own, COUNTERSIGN_SECRET: former })
    const ana = await signIn(first.url, admin.email, admin.password)
    expect((await ana.call("platform.setSecret", { name: "token", value: "a value nobody may read" })).status).toBe(200)
    await first.stop()

    const rotated = await runProduct("cli", ["rotate-key"], {
      ...own,
      COUNTERSIGN_SECRET: next,
      COUNTERSIGN_PREVIOUS_SECRETS: former,
    })
    expect(rotated).toMatchObject({ code: 0, output: expect.stringMatching(/Sealed [1-9]\d* values/) })
    const again = await runProduct("cli", ["rotate-key"], { ...own, COUNTERSIGN_SECRET: next })
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining("Sealed 0 values") })
  })
})
