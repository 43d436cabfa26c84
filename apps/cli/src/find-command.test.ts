import { command } from "@countersign/core/cli"
import { describe, expect, it } from "vitest"
import { closestTo, demandOneOfEach, findCommand } from "./find-command.ts"
import { usageOf } from "./usage.ts"

const named = (...names: string[]) => names.map((name) => command({ name, summary: "Does it.", run: async () => 0 }))
const all = named("backup", "import", "import kuma", "user create", "user reset-password")

describe("a command", () => {
  it("is found by its first words, the longer name where two fit", () => {
    expect(findCommand(["import", "kuma", "kuma.db"], all)?.name).toBe("import kuma")
    expect(findCommand(["import", "file"], all)?.name).toBe("import")
    expect(findCommand(["user"], all)).toBeUndefined()
    expect(findCommand([], all)).toBeUndefined()
  })

  it.each([
    ["bakcup file", "backup"],
    ["Backup", "backup"],
    ["user craete --email x", "user create"],
    ["import-kuma", "import kuma"],
    ["reset-password", "user reset-password"],
    ["frobnicate", undefined],
    ["x".repeat(100_000), undefined],
  ])("is suggested for %.30s: %s", (words, meant) => {
    expect(closestTo(words.split(" "), all)?.name).toBe(meant)
  })

  it("says how it is used from what it takes", () => {
    const [one] = [
      command({
        name: "user create",
        summary: "Invite.",
        arguments: ["FILE"],
        options: {
          email: { type: "string", required: true, value: "ADDRESS" },
          role: { type: "string" },
          quiet: { type: "boolean" },
        },
        // Typed by the options: what is required is there.
        run: async ({ options }) => options.email.length + (options.role?.length ?? 0) + (options.quiet ? 1 : 0),
      }),
    ]
    expect(usageOf(one)).toBe("countersign user create FILE --email ADDRESS [--role ROLE] [--quiet]")
  })
})

describe("commands that are wired wrongly", () => {
  const face = (plugin: string, ...names: string[]) => ({ plugin, title: plugin, commands: named(...names) })

  it.each([
    ["of one plugin", [face("shop", "sell", "sell")], 'The plugin "shop" brings the command "sell" twice.'],
    [
      "of two plugins",
      [face("shop", "sell"), face("stand", "sell")],
      '"shop" and "stand" both bring the command "sell". Rename one of them.',
    ],
    ["with a strange name", [face("shop", "Sell It")], 'brings the command "Sell It": use lower-case words.'],
  ])("are refused with a sentence: two names %s", (_, faces, sentence) => {
    expect(() => demandOneOfEach(faces)).toThrow(sentence)
  })
})
