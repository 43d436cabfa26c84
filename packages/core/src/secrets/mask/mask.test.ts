import { describe, expect, it } from "vitest"
import { createMask, maskedJson } from "./mask.ts"

// Assembled here, so that no scanner takes this file for a leak.
const token = (prefix: string, length: number) => prefix + "aB3dE5gH7jK9".repeat(10).slice(0, length)

describe("mask", () => {
  const { mask } = createMask()

  it.each([
    ["a model provider's key", `Used ${token("sk-proj-", 40)} today.`, "Used [redacted] today."],
    ["another provider's key", `x=${token("sk-ant-api03-", 40)}`, "x=[redacted]"],
    [
      "a key of the smaller providers",
      `${token("gsk_", 52)} ${token("xai-", 60)} ${token("hf_", 34)}`,
      "[redacted] [redacted] [redacted]",
    ],
    ["our own key", `key ${token("csk_", 40)};`, "key [redacted];"],
    [
      "a bearer token",
      `Authorization failed for Bearer ${token("", 24)}`,
      "Authorization failed for Bearer [redacted]",
    ],
    ["basic credentials", "sent Basic dXNlcjpwYXNzd29yZA==", "sent Basic [redacted]"],
    ["an AWS key id", `id ${"AKIA"}IOSFODNN7EXAMPLE used`, "id [redacted] used"],
    [
      "an AWS credentials file",
      `[default]\naws_secret_access_key = ${token("", 40)}\nregion = eu-central-1`,
      "[default]\naws_secret_access_key = [redacted]\nregion = eu-central-1",
    ],
    ["a GitHub token", `clone with ${token("ghp_", 36)}`, "clone with [redacted]"],
    ["a fine-grained GitHub token", token("github_pat_", 60), "[redacted]"],
    ["a Slack token", `post ${token("xoxb-", 30)}`, "post [redacted]"],
    ["a browser's Slack token", `${token("xoxc-", 30)} ${token("xoxd-", 30)}`, "[redacted] [redacted]"],
    ["a Slack hook", "https://hooks.slack.com/services/T000/B000/XXXX", "https://hooks.slack.com/services/[redacted]"],
    ["a Google key", token("AIza", 35), "[redacted]"],
    ["a payment key", token("sk_live_", 24), "[redacted]"],
    ["a JSON web token", `${"eyJ"}hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123 end`, "[redacted] end"],
    [
      "a private key",
      "-----BEGIN RSA PRIVATE KEY-----\nMIIB\nAAAA\n-----END RSA PRIVATE KEY-----\nafter",
      "[redacted]\nafter",
    ],
    [
      "a PGP key",
      "-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQdG\n-----END PGP PRIVATE KEY BLOCK-----\nafter",
      "[redacted]\nafter",
    ],
    [
      "a password in JSON",
      '{"user":"ana","password":"hun\\"ter2","n":1}',
      '{"user":"ana","password":"[redacted]","n":1}',
    ],
    [
      "a compound key in JSON",
      '{"clientSecret": "x", "api_key":"y"}',
      '{"clientSecret": "[redacted]", "api_key":"[redacted]"}',
    ],
    [
      "JSON inside JSON",
      '{"body":"{\\"token\\":\\"abc\\",\\"a\\":1}"}',
      '{"body":"{\\"token\\":\\"[redacted]\\",\\"a\\":1}"}',
    ],
    ["a query string", "GET /reset?token=abc123&next=/", "GET /reset?token=[redacted]&next=/"],
    ["a connection string", "postgres://app:s3cr3t@db:5432/x refused", "postgres://app:[redacted]@db:5432/x refused"],
    ["a header line", "x-api-key: abc\r\naccept: */*", "x-api-key: [redacted]\r\naccept: */*"],
    [
      "a key after an escaped line break",
      `{"log":"one\\n${token("sk-", 30)}\\ntwo"}`,
      '{"log":"one\\n[redacted]\\ntwo"}',
    ],
  ])("hides %s and nothing around it", (_name, text, expected) => {
    expect(mask(text)).toBe(expected)
  })

  it.each([
    "The password was changed; the token expires tomorrow. Basic authentication is off.",
    "Ask the bearer of this secret for the key to the risk-assessment-of-last-year.",
    "Reset your password: it must have twelve characters.",
    '{"passwordSetAt":"2026-11-02","secretName":"smtp","tokenCount":12,"hasSecret":true,"password":null}',
    "https://example.com/docs/tokens/basic-setup?page=2#secret",
    "incident 7f3c resolved by Ana in 12 ms",
    "csk_abc123",
    "hf_hub_download of hf-internal-testing, xai-explained, aws_secret_access_key = is what the file calls it",
  ])("keeps prose and names as they are: %s", (text) => {
    expect(mask(text)).toBe(text)
  })
})

describe("a remembered value", () => {
  it("is hidden wherever it occurs, as it is, in JSON, in addresses and in base64", () => {
    const { mask, remember } = createMask()
    const value = 'p"ä /&+word\\9'
    remember(value)
    const basic = Buffer.from(`user:${value}`).toString("base64")

    for (const text of [
      `plain ${value} end`,
      JSON.stringify({ note: `with ${value}.` }),
      JSON.stringify({ body: JSON.stringify({ note: value }) }),
      `?q=${encodeURIComponent(value)}`,
      `?q=${new URLSearchParams({ q: value })}`,
      `header ${basic}`,
      `header ${Buffer.from(`us:${value}:x`).toString("base64url")}`,
      Buffer.from(`u:${value}`).toString("base64"),
    ]) {
      const masked = mask(text)
      expect(masked, text).toContain("[redacted]")
      expect(masked).not.toContain("word")
    }
  })

  it("is left alone when it is so short that hiding it would damage ordinary text", () => {
    const { mask, remember } = createMask()
    remember("admin")
    expect(mask("The admin came.")).toBe("The admin came.")
  })

  it("goes as a whole when a shorter one is part of it", () => {
    const { mask, remember } = createMask()
    remember("swordfish")
    remember("swordfish-and-chips")
    expect(mask("swordfish-and-chips with swordfish")).toBe("[redacted] with [redacted]")
  })

  it("of several lines is also hidden line by line", () => {
    const { mask, remember } = createMask()
    remember("first line of the key\nsecond line of the key")
    expect(mask("read: second line of the key")).toBe("read: [redacted]")
  })
})

describe("maskedJson", () => {
  it("stays JSON whatever is remembered and whatever the value says", () => {
    const pieces = [
      "\\",
      '"',
      "\n",
      "\t",
      "password=",
      "nsecret",
      "token",
      "Bearer ",
      "abcdef",
      "://u:",
      "@",
      "'",
      "{",
      "ü",
      ":",
    ]
    const roll = createDice(Number(process.env.MASK_SEED ?? 4711))
    for (let round = 0; round < 3_000; round++) {
      const { mask, remember } = createMask()
      const dice = Array.from({ length: 40 }, roll)
      const draw = (from: number, count: number) =>
        dice
          .slice(from, from + count)
          .map((byte) => pieces[byte % pieces.length])
          .join("")
      remember(draw(0, 4))
      const value = {
        a: draw(4, 12),
        password: draw(16, 6),
        b: JSON.stringify({ token: draw(22, 6) }),
        c: draw(28, 12),
      }

      const text = maskedJson(value, mask)

      expect(Object.keys(JSON.parse(text)), text).toEqual(["a", "password", "b", "c"])
    }
  })
})

/** The same throws in every run: a test that fails once in a while helps nobody. Another seed looks elsewhere. */
function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 16
  }
}
