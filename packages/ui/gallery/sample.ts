import type { Severity, Status, StatusSegment } from "../src/index.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const now = Date.now()

export function ago(durationMs: number): Date {
  return new Date(now - durationMs)
}

export const HOURS = HOUR
export const MINUTES = MINUTE

export type System = {
  id: string
  name: string
  status: Status
  owner: string
  tier: string
  availability: string
  checkedAt: Date
  tags: string[]
}

const NAMES: [string, Status, string, string][] = [
  ["payments-api", "degraded", "Payments", "1"],
  ["payments-ledger", "healthy", "Payments", "1"],
  ["checkout-web", "healthy", "Storefront", "1"],
  ["search-index", "unhealthy", "Discovery", "2"],
  ["identity", "healthy", "Platform", "1"],
  ["mail-relay", "maintenance", "Platform", "3"],
  ["image-resizer-with-a-name-nobody-should-have-chosen-for-a-service", "healthy", "Storefront", "3"],
  ["warehouse-sync", "healthy", "Logistics", "2"],
  ["label-printer-bridge", "unreported", "Logistics", "3"],
  ["route-planner", "healthy", "Logistics", "2"],
  ["recommendations", "healthy", "Discovery", "2"],
  ["catalog-import", "healthy", "Discovery", "3"],
  ["postgres-main", "healthy", "Platform", "1"],
  ["edge-proxy", "healthy", "Platform", "1"],
  ["status-site", "healthy", "Platform", "2"],
  ["fraud-scoring", "healthy", "Payments", "2"],
]

export const SYSTEMS: System[] = NAMES.map(([name, status, owner, tier], index) => ({
  id: `sys-${index + 1}`,
  name,
  status,
  owner,
  tier,
  availability: (99.999 - index * 0.043).toFixed(3),
  checkedAt: ago((index * 7 + 1) * 20_000),
  tags: index % 3 === 0 ? ["eu-central", "on-call"] : ["eu-central"],
}))

export type Incident = {
  id: string
  title: string
  severity: Severity
  state: string
  openedAt: Date
  lead: string
}

export const INCIDENTS: Incident[] = [
  {
    id: "INC-214",
    title: "Card payments time out for about one in five customers",
    severity: "critical",
    state: "Investigating",
    openedAt: ago(43 * MINUTE),
    lead: "Ana Ruiz",
  },
  {
    id: "INC-213",
    title: "Search returns stale prices",
    severity: "major",
    state: "Monitoring",
    openedAt: ago(5 * HOUR),
    lead: "Ben Okafor",
  },
  {
    id: "INC-209",
    title: "Order mails arrive up to ten minutes late",
    severity: "minor",
    state: "Resolved",
    openedAt: ago(52 * HOUR),
    lead: "Chiara Conti",
  },
]

export const PEOPLE = ["Ana Ruiz", "Ben Okafor", "Chiara Conti", "Dmitri Volkov", "Emeka Nwosu", "Farah Haddad"]

export const SEGMENTS: StatusSegment[] = [
  { from: ago(23 * HOUR), to: ago(15 * HOUR), status: "healthy" },
  { from: ago(15 * HOUR), to: ago(13.5 * HOUR), status: "maintenance" },
  { from: ago(13.5 * HOUR), to: ago(4 * HOUR), status: "healthy" },
  { from: ago(4 * HOUR), to: ago(3.2 * HOUR), status: "degraded" },
  { from: ago(3.2 * HOUR), to: ago(2.6 * HOUR), status: "unhealthy" },
  { from: ago(2.6 * HOUR), to: ago(0.7 * HOUR), status: "healthy" },
  { from: ago(0.7 * HOUR), to: ago(0), status: "degraded" },
]

export const MARKDOWN = `## What we know

The gateway answers **504** for card payments since the 14:02 deployment. Wallets are not affected.

1. Drain \`payments-api-7\` from the pool
2. Roll back to release [2026.46.1](/catalog/sys-1/releases)
3. Tell support; the text is in the [runbook](https://wiki.example.org/runbooks/payments)

> If the ledger lags by more than a minute, stop the settlement job first.

| pool | errors | p99 |
|---|---:|---:|
| eu-central | 18.4 % | 9.8 s |
| eu-west | 0.2 % | 310 ms |

- [x] Support told
- [ ] Postmortem scheduled

![graph of errors](https://tracker.example.com/pixel.png) <script>alert(1)</script>

\`\`\`
kubectl -n payments rollout undo deployment/payments-api
\`\`\`
`
