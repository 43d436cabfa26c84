import { lintSource } from "@secretlint/core"
import { creator } from "@secretlint/secretlint-rule-preset-recommend"
import { describe, expect, it } from "vitest"
import { GITLEAKS } from "./gitleaks.fixture.ts"
import { KEPT } from "./kept.fixture.ts"
import { createMask } from "./mask.ts"
import { DIALECTS, LINK_TOKEN, SECRETS as ROWS } from "./table.fixture.ts"

const { mask, stream } = createMask()
const SECRETS = [...ROWS, ...DIALECTS, ...GITLEAKS]

describe("the table of secrets and of prose", () => {
  it("has far more than 150 rows, each once", () => {
    expect([ROWS.length, DIALECTS.length, GITLEAKS.length, KEPT.length]).toEqual([149, 76, 202, 149])
    expect(new Set(SECRETS.map(([what]) => what)).size).toBe(SECRETS.length)
    expect(new Set(KEPT).size).toBe(KEPT.length)
  })

  it.each(SECRETS.map((row) => [...row] as const))("hides %s and nothing around it", (_what, before, secret, after) => {
    expect(mask(before + secret + after)).toBe(`${before}[redacted]${after}`)
  })

  // What stands before an `@` is user information by it alone.
  const alone = SECRETS.filter(([, , , after]) => !after.startsWith("@"))
  it.each(alone.map((row) => [...row] as const))("hides %s also when nothing follows", (_what, before, secret) => {
    const masked = mask(before + secret)
    expect(masked).not.toContain(secret)
    expect(masked).toContain(`${before}[redacted]`)
  })

  it.each(SECRETS.map((row) => [...row] as const))("hides %s inside of JSON", (_what, before, secret, after) => {
    const text = before + secret + after
    const once = mask(JSON.stringify({ text }))
    const twice = mask(JSON.stringify({ body: JSON.stringify({ text }) }))
    expect(JSON.parse(once).text).toBe(`${before}[redacted]${after}`)
    expect(JSON.parse(JSON.parse(twice).body).text).toBe(`${before}[redacted]${after}`)
  })

  it.each(KEPT)("keeps %s", (text) => {
    expect(mask(text)).toBe(text)
  })
})

describe("a text that comes in pieces", () => {
  const texts = [...SECRETS.map(([, ...parts]) => parts.join("")), ...KEPT]

  it("is told as if it had come whole, wherever it is cut", () => {
    // Letters in front of a random token's first digit look like a word and are told as one.
    for (const text of texts.filter((one) => !one.includes(LINK_TOKEN)))
      for (let cut = 0; cut <= text.length; cut += 1) {
        const told = stream()
        expect(told.push(text.slice(0, cut)) + told.push(text.slice(cut)) + told.end(), `${cut}: ${text}`).toBe(
          mask(text),
        )
      }
  })

  it("is told as if it had come whole, letter by letter", () => {
    for (const text of texts.filter((one) => !one.includes(LINK_TOKEN))) {
      const told = stream()
      let heard = ""
      for (const letter of text) heard += told.push(letter)
      expect(heard + told.end(), text).toBe(mask(text))
    }
  })

  it("never tells a random token, wherever it is cut", () => {
    for (let cut = 0; cut <= LINK_TOKEN.length; cut += 1) {
      const told = stream()
      const heard =
        told.push(`code ${LINK_TOKEN.slice(0, cut)}`) + told.push(`${LINK_TOKEN.slice(cut)} end`) + told.end()
      expect(heard.length, heard).toBeLessThan(30)
      expect(heard).toContain("[redacted] end")
    }
  })

  it("holds back no more than the word that is being written", () => {
    const told = stream()
    let heard = ""
    const prose = "The checkout service is slow because the database in Frankfurt has 200 open connections, said Ana. "
    for (let at = 0; at < prose.length; at += 1) {
      heard += told.push(prose[at]!)
      const written = prose.slice(0, at + 1)
      expect(written.length - heard.length).toBeLessThanOrEqual(written.length - (written.lastIndexOf(" ") + 1))
    }
    expect(heard).toBe(prose)
  })
})

describe("a maintained rule set", () => {
  const config = { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator }] }
  const findings = async (content: string) =>
    (
      await lintSource({
        source: { filePath: "/a.txt", content, contentType: "text" },
        options: { config: config as never },
      })
    ).messages

  it("finds rows of each of its kinds in the table, and nothing in what the mask leaves of it", async () => {
    const kinds = new Set<string>()
    const left: string[] = []
    for (const [what, before, secret, after] of SECRETS) {
      const text = before + secret + after
      for (const { ruleId } of await findings(text)) kinds.add(ruleId.replace("@secretlint/secretlint-rule-", ""))
      const masked = mask(text)
      // An address whose password is "[redacted]" has one all the same.
      const leaks = (await findings(masked)).filter(({ range }) => !masked.slice(...range).includes("[redacted]"))
      if (leaks.length > 0) left.push(what)
    }
    expect(left).toEqual([])
    // 1Password's rule wants a real account inside of the token, and Google's a file of a certain name.
    expect([...kinds].sort().join(" ")).toBe(
      "anthropic aws basicauth cloudflare database-connection-string databricks docker figma github gitlab grafana groq hashicorp-vault huggingface linear notion npm openai privatekey sendgrid shopify slack stripe tailscale vercel",
    )
  })
})
