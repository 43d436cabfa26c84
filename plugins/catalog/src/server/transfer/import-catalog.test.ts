import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { listEnvironments } from "../environments/list-environments.ts"
import { browse } from "../groups/browse.ts"
import { listGroups } from "../groups/list-groups.ts"
import { getSystem } from "../systems/get-system.ts"
import { listSystems } from "../systems/list-systems.ts"
import { updateSystem } from "../systems/update-system.ts"
import { importCatalog } from "./import-catalog.ts"

const { as, system, database, grant, makePrivate, trail } = await testCatalog()
const ana = await as("ana", "operator")
await database.pool.query("INSERT INTO platform.team (name) VALUES ('Web')")

const CSV = `name,description,owner,groups,environments,tags,contacts,links,metadata.tier
Web shop,"Sells things.
Day and night.",web,Storefront; Public,Production,"web, tier-1",On call=person:Mira Okafor; Desk=desk@example.com,Runbook=https://wiki.example.com/shop; https://graphs.example.com/d/1,1
Search,,,Storefront,Production; Staging,api,,,2
`

const YAML = `
groups:
  - name: Storefront
    description: What customers see.
environments:
  - name: Production
    fields:
      baseUrl: https://shop.example.com
systems:
  - name: Search
    description: Finds things.
    tags: [api, tier-2]
    metadata:
      version: 1.10
      enabled: yes
  - name: Stock
    groups:
      - Warehouse
`

const actions = (rows: { kind: string; name: string; action: string }[]) =>
  rows.map(({ kind, name, action }) => `${action} ${kind} ${name}`)

describe("importCatalog from CSV", () => {
  it("shows the plan first and changes nothing", async () => {
    const plan = await importCatalog(ana, { format: "csv", text: CSV, mode: "preview" })

    expect(plan).toMatchObject({ applied: false, summary: { create: 6, update: 0, unchanged: 0, error: 0 } })
    expect(actions(plan.rows).sort()).toEqual([
      "create environment Production",
      "create environment Staging",
      "create group Public",
      "create group Storefront",
      "create system Search",
      "create system Web shop",
    ])
    expect(plan.rows.filter(({ kind }) => kind === "system").map(({ line }) => line)).toEqual([2, 4])
    expect((await listSystems(ana, {})).items).toEqual([])
    expect((await listGroups(ana, {})).items).toEqual([])
    expect(await trail("catalog.importCatalog")).toEqual([])
  })

  it("applies the plan with an audit row for each thing, and does nothing when run again", async () => {
    const first = await importCatalog(ana, { format: "csv", text: CSV, mode: "apply" })
    const again = await importCatalog(ana, { format: "csv", text: CSV, mode: "apply" })

    expect(first).toMatchObject({ applied: true, summary: { create: 6 } })
    expect(again.summary).toEqual({ create: 0, update: 0, unchanged: 2, error: 0 })
    const { items } = await listSystems(ana, { text: "shop" })
    expect(await getSystem(ana, { systemId: items[0]?.id ?? "" })).toMatchObject({
      name: "Web shop",
      description: "Sells things.\nDay and night.",
      ownerTeam: { name: "Web" },
      groups: [{ name: "Public" }, { name: "Storefront" }],
      environments: [{ name: "Production" }],
      tags: ["web", "tier-1"],
      contacts: [
        { kind: "person", label: "On call", value: "Mira Okafor" },
        { kind: "mailbox", label: "Desk", value: "desk@example.com" },
      ],
      links: [
        { label: "Runbook", url: "https://wiki.example.com/shop" },
        { label: "graphs.example.com", url: "https://graphs.example.com/d/1" },
      ],
      metadata: { tier: "1" },
      version: 1,
    })
    const audited = (await trail("catalog.importCatalog")).map(
      ({ thing_type, thing_name }) => `${thing_type} ${thing_name}`,
    )
    expect(audited.sort()).toEqual([
      "catalog.environment Production",
      "catalog.environment Staging",
      "catalog.group Public",
      "catalog.group Storefront",
      "catalog.system Search",
      "catalog.system Web shop",
    ])
  })

  it("updates by name, names what becomes different, and leaves what has no column", async () => {
    const text = "Name,Tags,metadata.owner-code\nSEARCH,api; fast,S-7\n"

    const plan = await importCatalog(ana, { format: "csv", text, mode: "preview" })
    await importCatalog(ana, { format: "csv", text, mode: "apply" })

    expect(plan.rows).toMatchObject([
      {
        line: 2,
        name: "Search",
        action: "update",
        changes: [
          { field: "tags", before: "api", after: "api; fast" },
          { field: "metadata", before: "tier=2", after: "owner-code=S-7; tier=2" },
        ],
      },
    ])
    const [search] = await read("search")
    expect(search).toMatchObject({ tags: ["api", "fast"], metadata: { tier: "2", "owner-code": "S-7" }, version: 2 })
    expect(search?.groups.map(({ name }) => name)).toEqual(["Storefront"])
  })

  it("reports every bad row by its line and then imports nothing at all", async () => {
    const text = `name,owner,links,contacts
Good one,,,
,,,
"Bad
link",,Wiki=ftp://x,
No team,Nobody,,
good ONE,,,
Bad mailbox,,,Desk=mailbox:desk
Too,many,values,in,here
`
    const plan = await importCatalog(ana, { format: "csv", text, mode: "preview" })
    const before = (await browse(ana, {})).systemCount

    expect(plan.summary).toEqual({ create: 1, update: 0, unchanged: 0, error: 5 })
    expect(plan.rows.filter(({ action }) => action === "error").map(({ line, problems }) => [line, problems])).toEqual([
      [
        4,
        [
          "name: A name has no line breaks and no characters that cannot be seen. Write it anew instead of pasting it.",
          "links 1, url: A link begins with http:// or https://.",
        ],
      ],
      [6, ['There is no team called "Nobody". Create it under Settings, Teams, or leave the owner out.']],
      [7, ['"good ONE" is already on line 2. Keep one of them.']],
      [8, ["contacts 1, value: A mailbox is an e-mail address."]],
      [9, ["It has 5 values, but the first row names 4 columns. Put values with commas into quotes."]],
    ])
    await expect(importCatalog(ana, { format: "csv", text, mode: "apply" })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringMatching(/^5 rows cannot be imported, so nothing was\. Line 4: /),
      issues: expect.arrayContaining([{ path: "line 7", message: expect.stringContaining("already on line 2") }]),
    })
    expect((await browse(ana, {})).systemCount).toBe(before)
  })

  it("explains a file that is not what it should be", async () => {
    const problem = async (text: string) => {
      const { rows } = await importCatalog(ana, { format: "csv", text, mode: "preview" })
      return `${rows[0]?.line}: ${rows[0]?.problems[0]}`
    }

    await expect(problem("")).rejects.toThrow("Choose a file, or paste what it holds.")
    expect(await problem("name\n")).toBe("1: There are no rows below the column names.")
    expect(await problem("title\nx")).toMatch(/^1: The column "title" is not known\. Use name, /)
    expect(await problem("description\nx")).toBe('1: There is no column "name". The first row must name the columns.')
    expect(await problem("name,Name\nx,y")).toBe('1: The column "Name" is there twice.')
    expect(await problem('name\nfine\n"open')).toMatch(/^\d: This is not CSV: /)
  })

  it("reads what spreadsheets write: a byte order mark, semicolons or tabs between cells", async () => {
    const semicolons = await importCatalog(ana, { format: "csv", text: "\uFEFFname;tags\r\nX1;a\r\n", mode: "preview" })
    const tabs = await importCatalog(ana, { format: "csv", text: "name\ttags\nX1\ta,b\n", mode: "preview" })

    expect([...actions(semicolons.rows), ...actions(tabs.rows)]).toEqual(["create system X1", "create system X1"])
  })
})

describe("importCatalog from YAML", () => {
  it("creates and updates groups, environments and systems, and takes every value as text", async () => {
    const plan = await importCatalog(ana, { format: "yaml", text: YAML, mode: "apply" })
    const again = await importCatalog(ana, { format: "yaml", text: YAML, mode: "apply" })

    expect(actions(plan.rows)).toEqual([
      "update group Storefront",
      "update environment Production",
      "update system Search",
      "create group Warehouse",
      "create system Stock",
    ])
    expect(again.summary).toEqual({ create: 0, update: 0, unchanged: 4, error: 0 })
    expect((await listEnvironments(ana, { text: "production" })).items).toMatchObject([
      { fields: { baseUrl: "https://shop.example.com" } },
    ])
    expect(await read("search")).toMatchObject([
      { description: "Finds things.", metadata: { version: "1.10", enabled: "yes" }, groups: [{ name: "Storefront" }] },
    ])
  })

  it("empties a field whose key has no value", async () => {
    const text = "systems:\n  - name: Search\n    tags:\n    metadata:\n    description:\n"

    await importCatalog(ana, { format: "yaml", text, mode: "apply" })

    expect(await read("search")).toMatchObject([{ tags: [], metadata: {}, description: "" }])
  })

  it("reports mistakes by line", async () => {
    const text = `systems:
  - name: Fine
  - nam: Typo
  - name: Deep
    links:
      - label: Wiki
        url: javascript:alert(1)
  - just a text
people: []
`
    const { rows } = await importCatalog(ana, { format: "yaml", text, mode: "preview" })

    expect(rows.filter(({ action }) => action === "error").map(({ line, problems }) => [line, problems])).toEqual([
      [3, ["It has no name.", '"nam" is not a field that can be imported.']],
      [4, ["links 1, url: A link begins with http:// or https://."]],
      [8, ["This is not a list of fields and values."]],
      [9, ['"people" is not known here. The file has "systems", "groups" and "environments".']],
    ])
  })

  it("refuses broken YAML, bombs and bottomless nesting with a sentence", async () => {
    const problem = async (text: string) => {
      const { rows } = await importCatalog(ana, { format: "yaml", text, mode: "preview" })
      return `${rows[0]?.line}: ${rows[0]?.problems[0]}`
    }
    const bomb = `systems:\n  - name: &a [${"x,".repeat(200)}]\n    tags: &b [*a,*a,*a,*a]\n${"  - name: *b\n".repeat(200)}`

    expect(await problem("systems:\n  - name: a\n - name: b\n")).toMatch(/^3: This is not YAML: /)
    expect(await problem("- a\n- b\n")).toMatch(/^1: The file must have a list/)
    expect(await problem("systems: many\n")).toMatch(/^1: "systems" must be a list/)
    expect(await problem(bomb)).toBe(
      "126: The file has more than 100000 values, those that aliases repeat included. Split it and import the parts.",
    )
    expect(await problem("systems: [*a]\n")).toBe(
      "1: This YAML cannot be read: an alias repeats a value that is not there before it.",
    )
    expect(await problem("systems:\n  - name: !secret shop\n")).toBe(
      '2: This YAML cannot be read: a tag such as "!secret" means nothing here. Remove it, and write the value itself.',
    )
    expect(await problem("systems: []\n---\nsystems: []\n")).toMatch(/^3: .* it has several documents/)
    expect(await problem(`systems: ${"[".repeat(390_000)}`)).toBe(
      "1: This YAML cannot be read: it nests deeper than 20 levels.",
    )
    expect(await problem("systems:\n  - name: a\n    tags: [x]\n    tags: [y]\n")).toBe(
      '4: "tags" is there twice. Keep one of them.',
    )
  })
})

describe("a file made to keep the server busy", () => {
  it.each([
    ["csv", "rows of one wrong sign", `name,tags\n${"|\n".repeat(195_000)}`, "more than 5000 rows"],
    ["csv", "rows with too many values", `name\n${"a,b\n".repeat(95_000)}`, "more than 5000 rows"],
    ["csv", "columns", `name${",metadata.a".repeat(30_000)}\nx`, "names 30001 columns"],
    ["csv", "tags in a cell", `name,tags\nx,${"a;".repeat(190_000)}`, "more than 1000 values"],
    ["yaml", "block scalars", `systems:\n${"|\n".repeat(195_000)}`, "This is not YAML"],
    ["yaml", "tags", `systems:\n${"!x ".repeat(130_000)}`, "This is not YAML"],
    ["yaml", "anchors", `systems:\n${"&a ".repeat(130_000)}`, "This is not YAML"],
    ["yaml", "lists in lists", `systems:\n${"- ".repeat(195_000)}`, "nests deeper than 20 levels"],
    ["yaml", "entries", `systems:\n${"- a\n".repeat(95_000)}`, "more than 5000 rows or entries"],
    [
      "yaml",
      "keys",
      `systems:\n  - name: Long\n    metadata:\n${Array.from({ length: 25_000 }, (_, index) => `      k${index}: v\n`).join("")}`,
      "more than 1000 values",
    ],
  ] as const)("is answered in few words, %s: %s", async (format, _, text, words) => {
    const answer = await importCatalog(ana, { format, text, mode: "preview" })

    expect(answer.rows.flatMap(({ problems }) => problems)).toContainEqual(expect.stringContaining(words))
    expect(JSON.stringify(answer).length).toBeLessThan(8 * 1024)
  })

  it("gets the first ten problems and the number of the others, however long its words are", async () => {
    const text = `name,owner\n${Array.from({ length: 900 }, (_, index) => `${"\u0001ü".repeat(99)}${index},${"ü".repeat(110)}`).join("\n")}`

    const { rows, summary } = await importCatalog(ana, { format: "csv", text, mode: "preview" })
    const refused = await importCatalog(ana, { format: "csv", text, mode: "apply" }).catch((error) => error)

    expect(summary.error).toBe(900)
    expect(rows).toHaveLength(11)
    expect(rows.at(-1)?.problems).toEqual(["There are 890 more problems below."])
    expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThan(8 * 1024)
    expect(refused.message).toMatch(/^900 rows cannot be imported, so nothing was\. Line 2: /)
    expect(Buffer.byteLength(JSON.stringify([refused.message, refused.issues]))).toBeLessThan(8 * 1024)
  })
})

describe("who may import what", () => {
  it("is refused to those who may not manage groups and environments as well", async () => {
    const half = await as("hal", "anonymous")
    const { id } = await system("Half")
    await grant("hal", "owner", "catalog.system", id)

    for (const caller of [half, await as("hal", "anonymous"), await as("vera", "viewer")])
      await expect(importCatalog(caller, { format: "csv", text: "name\nHalf", mode: "preview" })).rejects.toThrow(
        "lacks the permission",
      )
  })

  it("tells no more of a private system than that its name is taken", async () => {
    const { id } = await system("Secret", { description: "Nobody knows." })
    await makePrivate("catalog.system", id)

    const { rows } = await importCatalog(ana, { format: "csv", text: "name,description\nsecret,Mine", mode: "preview" })

    expect(rows).toEqual([
      {
        line: 2,
        kind: "system",
        name: "secret",
        action: "error",
        changes: [],
        problems: ['The name "secret" is taken. Choose a different one.'],
      },
    ])
  })

  it("lets nothing be lost when somebody edits a system in the meantime", async () => {
    const text = "name,description\nStock,From the file\n"
    const [stock] = await read("stock")
    await updateSystem(ana, { systemId: stock?.id ?? "", version: stock?.version ?? 0, tags: ["kept"] })

    await importCatalog(ana, { format: "csv", text, mode: "apply" })

    expect(await read("stock")).toMatchObject([{ description: "From the file", tags: ["kept"] }])
  })

  it("imports five thousand rows in one go", async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `Bulk ${index},Group ${index % 20},Production`)
    const text = ["name,groups,environments", ...rows].join("\n")

    const { summary, rows: shown } = await importCatalog(ana, { format: "csv", text, mode: "apply" })

    expect(shown).toHaveLength(200)
    expect(summary).toEqual({ create: 5_020, update: 0, unchanged: 0, error: 0 })
  })
})

async function read(text: string) {
  const { items } = await listSystems(ana, { text, limit: 1 })
  return Promise.all(items.map(({ id }) => getSystem(ana, { systemId: id })))
}
