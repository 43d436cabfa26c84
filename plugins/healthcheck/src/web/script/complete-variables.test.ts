import { describe, expect, it } from "vitest"
import { completeVariables } from "./complete-variables.ts"

describe("completeVariables", () => {
  const complete = completeVariables([{ name: "COUNTERSIGN_CHECK_NAME", description: "Its name." }])
  const options = [{ label: "COUNTERSIGN_CHECK_NAME", detail: "Its name.", type: "variable" }]

  it.each([
    ["echo $", 6],
    ["echo $COUN", 6],
    ['echo "${COUN', 8],
  ])("offers them after %s, from where the name begins", async (text, from) => {
    expect(await complete(`${text} and more`, text.length)).toEqual({ from, options })
  })

  it.each(["echo COUN", "echo $(COUN", "$COUNTERSIGN_CHECK_NAME ", ""])("offers nothing after %j", async (text) => {
    expect(await complete(text, text.length)).toBeNull()
  })
})
