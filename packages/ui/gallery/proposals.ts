import type { Proposal } from "../src/index.ts"
import { ago, HOURS, MINUTES } from "./sample.ts"

const BASE: Proposal = {
  id: "p-base",
  toolName: "incident.resolve",
  effect: "mutate",
  transport: "chat",
  status: "proposed",
  summary: "Resolve “Card payments time out”",
  diff: [],
  things: [],
  consequences: [],
  askedBy: { kind: "user", id: "u-1", name: "Ana Ruiz" },
  askedFor: null,
  askedAt: ago(4 * MINUTES).toISOString(),
  expiresAt: ago(-23.9 * HOURS).toISOString(),
  reasons: [],
  taint: [],
  destination: null,
  twoPerson: false,
  signedBy: null,
  decidedAt: null,
  decisionNote: null,
  problem: null,
  replaces: null,
  replacedBy: null,
  maySign: true,
  whyNot: null,
}

export const ROLLBACK: Proposal = {
  ...BASE,
  id: "p-rollback",
  toolName: "catalog.updateSystem",
  summary: "Roll payments-api back to release 2026.46.1",
  diff: [
    { path: "release", label: "Release", before: "2026.46.2", after: "2026.46.1" },
    { path: "replicas", label: "Replicas", before: "12", after: "16" },
    {
      path: "note",
      label: "Note",
      before: "Raises the gateway timeout from 2 to 10 seconds.",
      after: "Raises the gateway timeout from 2 to 3 seconds and sheds load above it.",
    },
    {
      path: "tags",
      label: "Tags",
      before: ["eu-central", "on-call", "canary"],
      after: ["eu-central", "on-call", "rolled-back"],
    },
  ],
  things: [
    { type: "catalog.system", id: "sys-1", name: "payments-api" },
    { type: "incident.incident", id: "inc-214", name: "Card payments time out" },
  ],
  consequences: ["Open carts are kept; payments under way are tried again once."],
}

const RUNBOOK = Array.from(
  { length: 14 },
  (_, index) =>
    `${index + 1}. Drain pool ${index + 1}, wait until its queue is empty and note the time in the timeline.`,
).join("\n")

export const OPEN_INCIDENT: Proposal = {
  ...BASE,
  id: "p-open",
  toolName: "incident.open",
  transport: "mcp",
  summary: "Open the incident “Search returns stale prices”",
  askedBy: { kind: "application", id: "c-1", name: "Claude Code" },
  askedFor: { id: "u-2", name: "Ben Okafor" },
  askedAt: ago(8 * MINUTES).toISOString(),
  expiresAt: ago(-3.2 * MINUTES).toISOString(),
  diff: [
    { path: "title", label: "Title", before: null, after: "Search returns stale prices" },
    { path: "severity", label: "Severity", before: null, after: "Major" },
    { path: "systems", label: "Systems", before: null, after: ["search-index", "recommendations"] },
    { path: "description", label: "Description", before: null, after: RUNBOOK },
  ],
  things: [
    { type: "catalog.system", id: "sys-4", name: "search-index" },
    { type: "catalog.system", id: "sys-11", name: "recommendations" },
  ],
  reasons: ["It was asked after reading text that others wrote (ai.probeUrl), which may have steered it."],
  taint: [{ toolName: "ai.probeUrl", toolCallId: "t-1", at: ago(9 * MINUTES).toISOString() }],
  destination: "hooks.example.org",
  consequences: ["Everybody who watches the two systems gets a mail."],
}

export const DELETE_SYSTEM: Proposal = {
  ...BASE,
  id: "p-delete",
  toolName: "catalog.deleteSystem",
  effect: "destructive",
  transport: "automation",
  summary: "Delete the system image-resizer-with-a-name-nobody-should-have-chosen-for-a-service",
  askedBy: { kind: "application", id: "a-1", name: "Nightly tidy-up" },
  twoPerson: true,
  reasons: ["Two people have to agree: somebody other than Nightly tidy-up signs."],
  taint: [{ toolName: "incident.get", toolCallId: "t-2", at: ago(6 * MINUTES).toISOString() }],
  diff: [
    { path: "name", label: "Name", before: "image-resizer", after: null },
    { path: "owner", label: "Owner", before: "Storefront", after: null },
  ],
  things: [{ type: "catalog.system", id: "sys-7", name: "image-resizer" }],
  consequences: ["It leaves the group Storefront.", "Its 214 days of history go with it."],
}

export const NOT_MINE: Proposal = {
  ...BASE,
  id: "p-not-mine",
  transport: "http",
  twoPerson: true,
  diff: [{ path: "status", label: "Status", before: "Monitoring", after: "Resolved" }],
  maySign: false,
  whyNot: "You asked for this yourself. Somebody else who may resolve incidents has to sign it.",
}

export const FRESH: Proposal = {
  ...BASE,
  id: "p-fresh",
  replaces: "p-old",
  diff: [
    { path: "status", label: "Status", before: "Monitoring", after: "Resolved" },
    { path: "note", label: "Note", before: null, after: "The rollback holds. No errors for 30 minutes." },
  ],
}
export const EARLIER = {
  summary: FRESH.summary,
  diff: [
    { path: "status", label: "Status", before: "Investigating", after: "Resolved" },
    { path: "note", label: "Note", before: null, after: "The rollback holds. No errors for 30 minutes." },
  ],
}

const decided = {
  ...BASE,
  diff: [{ path: "status", label: "Status", before: "Monitoring", after: "Resolved" }],
  things: [{ type: "incident.incident", id: "inc-214", name: "Card payments time out" }],
  signedBy: { kind: "user" as const, id: "u-2", name: "Ben Okafor" },
  decidedAt: ago(2 * MINUTES).toISOString(),
}

export const ENDED: Proposal[] = [
  { ...decided, id: "p-applying", status: "applying" },
  { ...decided, id: "p-applied", status: "applied" },
  {
    ...decided,
    id: "p-failed",
    status: "failed",
    problem: "Two systems of the incident are still unhealthy. Resolve it once they are not, or leave them out.",
  },
  {
    ...decided,
    id: "p-unknown",
    status: "unknown",
    problem: "The server stopped while the change was under way at hooks.example.org.",
    destination: "hooks.example.org",
  },
  { ...decided, id: "p-declined", status: "declined", decisionNote: "Not before the ledger has caught up." },
  { ...decided, id: "p-expired", status: "expired", signedBy: null, decidedAt: null },
  { ...decided, id: "p-superseded", status: "superseded", signedBy: null, replacedBy: "p-fresh" },
]
