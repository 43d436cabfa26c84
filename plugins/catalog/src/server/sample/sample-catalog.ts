import type { Status } from "../../contract.ts"

/** A shop, as small as it can be and still show groups, environments, trouble and a past. */
export const SAMPLE_GROUPS = [
  { name: "Storefront", description: "What customers see and touch." },
  { name: "Payments", description: "Everything between the basket and the bank." },
  { name: "Internal tools", description: "For colleagues. An outage here costs time, not sales." },
]

export const SAMPLE_ENVIRONMENTS = [
  {
    name: "Production",
    description: "What customers use.",
    fields: { baseUrl: "https://shop.example.com", region: "eu-west" },
  },
  {
    name: "Staging",
    description: "The last stop before production.",
    fields: { baseUrl: "https://staging.shop.example.com", region: "eu-west" },
  },
]

/** Every sample system carries it, so that people and other plugins can tell them apart. */
export const SAMPLE_TAG = "sample"

export interface SampleSystem {
  name: string
  description: string
  groups: string[]
  environments: string[]
  tags: string[]
  contacts: { kind: "person" | "mailbox"; label: string; value: string }[]
  links: { label: string; url: string }[]
  metadata: Record<string, string>
  /** Changes of its status, the oldest first. The last one still holds. Empty: nobody reports. */
  past: { hoursAgo: number; status: Status; reason: string }[]
}

/** What was changed on purpose, by the names above. */
export const SAMPLE_CHANGES = [
  {
    hoursAgo: 24 * 33 + 0.5,
    what: "Deployed a new basket",
    release: "4.18.0",
    link: "https://ci.example.com/checkout/4.18.0",
    environment: "Production",
    systems: ["Checkout"],
  },
  {
    hoursAgo: 6,
    what: "Moved the index to new machines",
    release: null,
    link: "https://git.example.com/platform/changes/212",
    environment: "Production",
    systems: ["Product search", "Web shop"],
  },
]

const BOTH = ["Production", "Staging"]
const DESK = { kind: "mailbox", label: "Service desk", value: "desk@example.com" } as const
const runbook = (page: string) => ({ label: "Runbook", url: `https://wiki.example.com/runbooks/${page}` })
const dashboard = (page: string) => ({ label: "Dashboard", url: `https://graphs.example.com/d/${page}` })
const FINE = "All probes pass."

export const SAMPLE_SYSTEMS: SampleSystem[] = [
  {
    name: "Web shop",
    description: "The pages customers browse and buy from. Rendered on the server, cached at the edge.",
    groups: ["Storefront"],
    environments: BOTH,
    tags: ["web", "tier-1"],
    contacts: [{ kind: "person", label: "Lead", value: "Mira Okafor" }, DESK],
    links: [runbook("web-shop"), dashboard("web-shop"), { label: "Code", url: "https://git.example.com/shop/web" }],
    metadata: { tier: "1", language: "TypeScript" },
    past: [
      { hoursAgo: 24 * 80, status: "healthy", reason: FINE },
      { hoursAgo: 24 * 12, status: "degraded", reason: "Pages take more than two seconds." },
      { hoursAgo: 24 * 12 - 3, status: "healthy", reason: FINE },
    ],
  },
  {
    name: "Product search",
    description:
      "Finds products by words, filters and typing mistakes. Reads from an index that is rebuilt every night.",
    groups: ["Storefront"],
    environments: BOTH,
    tags: ["api", "tier-2"],
    contacts: [{ kind: "person", label: "On call", value: "Jonas Lindt" }],
    links: [runbook("search"), dashboard("search")],
    metadata: { tier: "2", index: "products-v7" },
    past: [
      { hoursAgo: 24 * 60, status: "healthy", reason: FINE },
      { hoursAgo: 5, status: "degraded", reason: "One of three index nodes is down; answers are slow." },
    ],
  },
  {
    name: "Image delivery",
    description: "Resizes product pictures and serves them close to the customer.",
    groups: ["Storefront"],
    environments: ["Production"],
    tags: ["edge", "tier-2"],
    contacts: [DESK],
    links: [dashboard("images")],
    metadata: { tier: "2", provider: "Example CDN" },
    past: [{ hoursAgo: 24 * 75, status: "healthy", reason: FINE }],
  },
  {
    name: "Checkout",
    description: "Turns a basket into an order. Talks to payments, stock and mail.",
    groups: ["Storefront", "Payments"],
    environments: BOTH,
    tags: ["api", "tier-1", "pci"],
    contacts: [{ kind: "person", label: "On call", value: "Priya Raman" }, DESK],
    links: [runbook("checkout"), dashboard("checkout")],
    metadata: { tier: "1", language: "Go" },
    past: [
      { hoursAgo: 24 * 85, status: "healthy", reason: FINE },
      { hoursAgo: 24 * 33, status: "unhealthy", reason: "Orders fail after a bad release." },
      { hoursAgo: 24 * 33 - 1, status: "degraded", reason: "Rolled back; the queue of orders drains." },
      { hoursAgo: 24 * 33 - 4, status: "healthy", reason: FINE },
      { hoursAgo: 24 * 6, status: "degraded", reason: "Card payments are retried more often than usual." },
      { hoursAgo: 24 * 6 - 2, status: "healthy", reason: FINE },
    ],
  },
  {
    name: "Card payments",
    description: "The only part that sees card numbers. Connected to two banks, either of which is enough.",
    groups: ["Payments"],
    environments: BOTH,
    tags: ["api", "tier-1", "pci"],
    contacts: [
      { kind: "person", label: "On call", value: "Priya Raman" },
      { kind: "mailbox", label: "Bank desk", value: "bank-desk@example.com" },
    ],
    links: [runbook("card-payments"), { label: "Bank status", url: "https://status.bank.example.com" }],
    metadata: { tier: "1", audit: "yearly, in May" },
    past: [
      { hoursAgo: 24 * 85, status: "healthy", reason: FINE },
      { hoursAgo: 24 * 6, status: "degraded", reason: "The first bank answers slowly; the second takes over." },
      { hoursAgo: 24 * 6 - 2, status: "healthy", reason: FINE },
    ],
  },
  {
    name: "Invoicing",
    description: "Writes invoices and sends them by mail, once an hour.",
    groups: ["Payments", "Internal tools"],
    environments: ["Production"],
    tags: ["batch", "tier-3"],
    contacts: [{ kind: "mailbox", label: "Accounting", value: "accounting@example.com" }],
    links: [runbook("invoicing")],
    metadata: { tier: "3", schedule: "hourly" },
    past: [
      { hoursAgo: 24 * 50, status: "healthy", reason: FINE },
      { hoursAgo: 1, status: "maintenance", reason: "Moves to a new mail server until tonight." },
    ],
  },
  {
    name: "Warehouse scanner",
    description: "The hand-held scanners in both warehouses and the service they talk to.",
    groups: ["Internal tools"],
    environments: ["Production"],
    tags: ["hardware", "tier-2"],
    contacts: [{ kind: "person", label: "On site", value: "Tomasz Zielinski" }],
    links: [runbook("scanner")],
    metadata: { tier: "2", devices: "64" },
    past: [
      { hoursAgo: 24 * 40, status: "healthy", reason: FINE },
      { hoursAgo: 0.4, status: "unhealthy", reason: "No scanner in Rotterdam has reported for 20 minutes." },
    ],
  },
  {
    name: "Staff wiki",
    description: "Manuals, runbooks and the lunch menu. Nobody reports its status yet.",
    groups: [],
    environments: ["Production"],
    tags: ["web", "tier-3"],
    contacts: [DESK],
    links: [{ label: "Open", url: "https://wiki.example.com" }],
    metadata: { tier: "3" },
    past: [],
  },
]
