import { globSync, readFileSync } from "node:fs"
import { metaOf } from "@countersign/core/contract"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { plugins } from "../plugins.ts"

const { platform } = await testPlatform({ plugins })

/** What a verb uses to call an address outside. */
const REACHES =
  /\b(egress|sendThrough|guardOf|askForModels|listModels|previewModels|demandAnswering|readClientDocument|discover)\b/

/** Those who are not signed in have no minute of their own, nor has a worker: these are limited where they are asked. */
const LIMITED_THERE = ["notification.transmit", "platform.startOidcSignIn", "platform.finishOidcSignIn"]

const root = new URL("../../../../", import.meta.url).pathname
const files = globSync(["packages/core/src/reserved/**/*.ts", "plugins/*/src/server/**/*.ts"], { cwd: root })
const reaching = files
  .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  .flatMap((file) => {
    const source = readFileSync(`${root}${file}`, "utf8")
    const verbs = [...source.matchAll(/implement\(\s*\w*[cC]ontract\.(\w+)/g)].map(([, name]) => name!)
    return REACHES.test(source) ? verbs : []
  })

describe("a verb that calls an address outside", () => {
  const metas = [...platform.verbs.values()].map(({ procedure }) => metaOf(procedure))

  it.each(reaching)("says so: %s", (name) => {
    const meta = metas.find(({ id }) => id.endsWith(`.${name}`))!
    expect(meta.egress !== undefined || LIMITED_THERE.includes(meta.id)).toBe(true)
  })

  it("is found where it stands", () => {
    expect(reaching.length).toBeGreaterThanOrEqual(9)
    expect(
      metas
        .filter(({ egress }) => egress)
        .map(({ id }) => id.split(".")[1])
        .sort(),
    ).toEqual(reaching.filter((name) => !LIMITED_THERE.some((id) => id.endsWith(`.${name}`))).sort())
  })
})
