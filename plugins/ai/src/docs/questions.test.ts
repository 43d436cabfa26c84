import { describe, expect, it } from "vitest"
import { loadGuide } from "./load-guide.ts"
import { createDocsSearch } from "./search-docs.ts"

/** What somebody who is new here asks, as they would type it, and the page that answers it. */
const QUESTIONS: readonly [question: string, slug: string][] = [
  ["how do I back up", "run/backup-and-restore"],
  ["back up the database", "run/backup-and-restore"],
  ["restore a backup on another machine", "run/backup-and-restore"],
  ["how do I invite a colleague", "settings/people"],
  ["add a new user", "settings/people"],
  ["somebody left the company, how do I remove them", "settings/people"],
  ["forgot my password", "settings/account"],
  ["change my password", "settings/account"],
  ["two factor authentication", "settings/account"],
  ["log in with Okta or Google", "settings/sign-in-with-oidc"],
  ["single sign-on", "settings/sign-in-with-oidc"],
  ["single sign on SSO", "settings/sign-in-with-oidc"],
  ["set up https with nginx", "run/reverse-proxy"],
  ["TLS certificate", "run/reverse-proxy"],
  ["which environment variables are there", "run/configuration"],
  ["port the server listens on", "run/configuration"],
  ["upgrade to a new version", "run/upgrade"],
  ["go back to the old version", "run/upgrade"],
  ["the server does not start", "run/doctor"],
  ["prometheus metrics", "run/monitoring"],
  ["where are the logs", "run/monitoring"],
  ["run two servers behind a load balancer", "run/several-servers"],
  ["rotate the secret key", "run/key-rotation"],
  ["create an API key", "settings/applications"],
  ["call the API from a script with curl", "develop/api"],
  ["connect claude code", "settings/mcp"],
  ["connect Cursor over MCP", "settings/mcp"],
  ["use OpenAI models", "settings/ai-connections"],
  ["set up ollama", "settings/ai-connections"],
  ["limit how much people spend on AI", "settings/spend-caps"],
  ["how much did the AI cost last month", "settings/ai-usage"],
  ["export the audit log", "settings/audit-log"],
  ["apply or decline a proposal", "operate/signatures"],
  ["open an incident", "operate/incidents"],
  ["resolve an incident", "operate/incidents"],
  ["who can see an incident", "operate/incident-permissions"],
  ["add a system", "operate/systems"],
  ["delete a system", "operate/systems"],
  ["import systems from CSV", "operate/import-catalog"],
  ["why is the status not reported", "operate/status"],
  ["how long are runs of checks kept", "operate/check-history"],
  ["how is uptime counted", "operate/check-history"],
  ["what does p95 mean", "operate/check-history"],
  ["change the retention of check history", "operate/check-history"],
  ["make a custom role", "settings/roles"],
  ["what may a viewer do", "settings/roles"],
  ["keep a system private to one team", "settings/teams"],
  ["store a password for other parts to use", "settings/secrets"],
  ["configure SMTP", "settings/mail"],
  ["mail server is not set up", "settings/mail"],
  ["remove sample data", "settings/installation"],
  ["what should the assistant remember", "settings/memory"],
  ["write my own skill", "settings/skills"],
  ["which model does a conversation begin with", "settings/ai-defaults"],
  ["disconnect an app", "settings/connected-apps"],
  ["try a different model before switching", "run/evaluate-models"],
  ["write a plugin", "develop/plugins"],
  ["getting started", "start/first-steps"],
  ["first administrator", "start/first-steps"],
  ["incidnt", "operate/incidents"],
  ["signatur", "operate/signatures"],
  ["set the time zone", "settings/installation"],
  ["demand a second signature", "settings/ai-tools"],
  ["bakcup", "run/backup-and-restore"],
  ["move to a shared postgres database", "run/backup-and-restore"],
  ["locked out", "run/doctor"],
  ["what can I ask the assistant", "operate/assistant"],
  ["passkey", "settings/account"],
  ["how do I install it", "start/first-steps"],
]

describe("the guide of this product", () => {
  const guide = createDocsSearch(loadGuide())

  it.each(QUESTIONS)("answers %j with %s first", (question, slug) => {
    const [best] = guide.search(question, 5)
    expect(best?.page.slug).toBe(slug)
    expect(best?.coverage).toBeGreaterThanOrEqual(0.5)
  })

  it("shows what was found without a mark of Markdown", () => {
    const shown = QUESTIONS.flatMap(([question]) => guide.search(question, 10)).map(
      ({ heading, snippet }) => `${heading ?? ""} ${snippet}`,
    )
    expect(shown.filter((text) => /\*\*|`|\]\(|^\s*#|\| \|/.test(text))).toEqual([])
  })
})
