import { describe, expect, it } from "vitest"
import { checkSettings } from "./settings.ts"

describe("the settings of health checks", () => {
  it.each(["http://db.corp.test/", "10.0.0.0/99", "a b", "169.254.169.254"])(
    "refuse an allow-list that the runner could not read, by its entry: %s",
    (entry) => {
      const { error } = checkSettings.schema.safeParse({ allowPrivate: `10.0.0.0/8, ${entry}` })

      expect(error?.issues.map(({ path }) => path)).toEqual([["allowPrivate"]])
      expect(error?.issues[0]?.message).toContain(entry)
    },
  )

  it("take what can be read, and nothing at all", () => {
    const taken = (allowPrivate: string) => checkSettings.schema.parse({ allowPrivate }).allowPrivate
    expect([taken(" 10.0.0.0/8, db.internal:5432 "), taken("")]).toEqual(["10.0.0.0/8, db.internal:5432", ""])
  })
})
