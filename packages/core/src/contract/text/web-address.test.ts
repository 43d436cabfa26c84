import { describe, expect, it } from "vitest"
import { WebAddress } from "./web-address.ts"

describe("WebAddress", () => {
  it.each(["https://ci.example.com/jobs/7?tab=log#end", "http://[::1]:8080/"])("takes %s", (text) => {
    expect(WebAddress.safeParse(text).success).toBe(true)
  })

  it.each([
    ["https://user:word@ci.example.com/", "no user name or password"],
    ["https://user@ci.example.com/", "no user name or password"],
    ["https://:word@ci.example.com/", "no user name or password"],
    ["javascript:alert(1)", "begins with http"],
    ["ftp://ci.example.com/", "begins with http"],
  ])("refuses %s in words", (text, words) => {
    expect(
      WebAddress.safeParse(text)
        .error?.issues.map(({ message }) => message)
        .join(" "),
    ).toContain(words)
  })
})
