import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { createLog } from "../log.ts"
import { maskedJsonText } from "../secrets/mask/mask.ts"
import { createSecrets } from "../secrets/secrets.ts"
import { invokeTool } from "./invoke-tool.ts"
import { shelfPlugin } from "./shelf.fixture.ts"

const { database, as } = await testPlatform({ plugins: [shelfPlugin] })
await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
const ana = await as("ana")
// Of no shape that a secret is known by: it must be recognised for itself.
const KNOWN = "harbour.november.seven-swans"
ana.runtime.secrets.remember(KNOWN)

async function dump(): Promise<string[]> {
  const tables = await Promise.all(
    ["audit", "tool_call"].map(
      async (table) => (await database.pool.query(`SELECT t::text AS row FROM platform.${table} t`)).rows,
    ),
  )
  return tables.flat().map(({ row }) => row as string)
}

describe("a line of the log", () => {
  it("stays JSON, whatever a known secret consists of and wherever it stands", () => {
    const hard = 'swan"s \\ nest,"level":"'
    const { mask, remember } = createSecrets({ secret: "an installation's secret, long enough" })
    for (const secret of [hard, "message", '":1,"', 'info","mess']) remember(secret)
    const lines: string[] = []
    const log = createLog({
      level: "info",
      format: "json",
      mask: (line) => maskedJsonText(line, mask),
      write: (line) => void lines.push(line),
    })
    log.info(`Called ${hard}`, {
      [hard]: 1,
      tool: hard,
      file: `/tmp/${hard}.csv`,
      deep: [{ [hard]: "password=hunter2" }],
    })

    expect(lines).toHaveLength(1)
    expect(JSON.stringify(JSON.parse(lines[0]!))).not.toMatch(/swan|nest|hunter2/)
  })
})

describe("a known secret", () => {
  it.each([
    ["as the name of a tool", KNOWN],
    ["inside of one", `shelf.${KNOWN}.list`],
    ["where the name is cut", `${"x".repeat(115)}${KNOWN}`],
  ])("%s is in no row of the audit log and in no error", async (_where, toolName) => {
    const refusal = await invokeTool({ caller: ana, mode: "approve" }, { toolName, input: {} }).catch((error) => error)

    expect(refusal.message).toMatch(/^There is no such tool\./)
    expect(refusal.message).not.toContain(KNOWN.slice(0, 12))
    expect((await dump()).filter((row) => row.includes(KNOWN.slice(0, 12)))).toEqual([])
  })

  it("as the name of a field is in no card, no row and no error", async () => {
    const refusal = await invokeTool(
      { caller: ana, mode: "approve" },
      { toolName: "shelf.add", input: { title: "Walden", [KNOWN]: 1 } },
    ).catch((error) => error)

    expect(JSON.stringify([refusal.message, refusal.issues]).replaceAll(KNOWN, "")).toContain("shelf.add")
    expect((await dump()).filter((row) => row.includes(KNOWN))).toEqual([])
  })

  it("as the name of a field or of a file is in no line of the log", () => {
    const { mask, remember } = createSecrets({ secret: "an installation's secret, long enough" })
    remember(KNOWN)
    for (const format of ["json", "pretty"] as const) {
      const lines: string[] = []
      const log = createLog({ level: "info", format, mask, write: (line) => void lines.push(line) })
      log.info(`Read ${KNOWN}.csv`, { [KNOWN]: 1, file: `/tmp/${KNOWN}.csv`, error: new Error(`No ${KNOWN}`) })
      expect(lines.join("")).not.toContain(KNOWN)
      expect(lines.join("")).toContain("[redacted]")
    }
  })
})
