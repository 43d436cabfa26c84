import { readEnvironment } from "@countersign/server/boot"
import { expect, it } from "vitest"
import { examineSite } from "./examine-site.ts"

it.each([
  [{}, "good", "not needed on loopback."],
  [{ PUBLIC_URL: "https://ops.example.org" }, "doubtful", "answers loopback names only"],
  [
    { PUBLIC_URL: "https://ops.example.org", SITE_URL: "https://ops.example.org" },
    "bad",
    "must not share an origin with the app",
  ],
  [
    { PUBLIC_URL: "https://ops.example.org", SITE_URL: "https://ops.example.org:8443" },
    "doubtful",
    "by its port alone",
  ],
  [{ PUBLIC_URL: "https://ops.example.org", SITE_URL: "https://status.example.org" }, "good", "status.example.org."],
])("says of the public site's address %o that it is %s", (variables, state, says) => {
  const environment = readEnvironment(variables as Record<string, string>)
  expect(examineSite(environment)).toMatchObject({ state, says: expect.stringContaining(says) })
})
