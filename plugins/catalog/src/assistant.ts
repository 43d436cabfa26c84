import type { Assistant } from "@countersign/core/server"

const EMPTY = '"items":\\s*\\[\\s*\\]'
const FOUND = '"items":\\s*\\[\\s*\\{'
const OWNED = '"ownerTeam":\\s*\\{'
const NEEDS_ATTENTION = "This needs attention, the worst first: **{{result.items.*.thing.name}}**."
const FAILED = '"failed":\\s*\\[\\s*\\{'
const NOT_READ = "This could not be read, so what is wrong there is not known: {{result.failed.*.name}}."
const ALREADY =
  "The catalog has something like it already: {{result.items.*.name}}. If yours is another one, add it on the Catalog page."
/** Begins a line, but not of a message about a decision: that may quote anything. */
const ASKS = "^(?!\\[Decision\\])(?:[\\s\\S]*\\n)?(?:please )?"
const REFUSED = { say: "That was refused; the row above says why. Nothing was changed." }

export const catalogAssistant: Assistant = {
  holds: "Its catalog holds the systems they look after, with groups, environments, contacts and status.",
  prompt: [
    {
      title: "The catalog",
      whenOffered: ["catalog.listSystems"],
      text:
        "The catalog holds the systems people run, with owner, contacts, groups, environments and status. A status comes from " +
        "whoever reports it; a system without one was never reported on, which is not the same as healthy. Find ids with " +
        "catalog.listSystems and speak of systems by name.",
    },
  ],
  suggestions: [
    { text: "What is wrong right now?", needs: ["catalog.issues"], scopes: ["operate"] },
    { text: "List the systems", needs: ["catalog.listSystems"], scopes: ["operate"] },
    { text: "Which systems have no owner?", needs: ["catalog.listSystems"], scopes: ["operate"] },
    { text: "Add a system called Status page", needs: ["catalog.createSystem"], scopes: ["operate"] },
  ],
  skills: [
    {
      id: "tidyUp",
      title: "Tidy up the catalog",
      description: "Goes through systems that lack an owner, a description or a contact, one by one.",
      scopes: ["operate"],
      text: `You help an operator to bring the catalog in order. Work in small steps that they can sign.

1. List the systems, all pages. Count those without an owner team, without a contact, without an
   environment. Tell the counts first, then begin with the gap that concerns most systems.
2. Take one system at a time: read it (lists leave descriptions out), say in one line what is missing, and ask for it. Never invent an owner, a contact or
   a description; a description may be drafted from what the operator says.
3. Two systems that look like one service: ask whether they are, and propose nothing before they answer. Stages such as
   staging belong into environments, not into systems of their own.
4. Propose one change per system with catalog.updateSystem. When a list is changed, pass all entries that shall stay.
5. After five systems, say how many are left and ask whether to go on.`,
    },
  ],
  rehearsal: [
    {
      about: "catalog.system",
      match: `${ASKS}(?!.*https?://)[^\\n]*\\b(?:this|here|it)\\b`,
      steps: [
        { calls: [{ name: "catalog_getSystem", arguments: { systemId: "{{thing.id}}" } }] },
        [{ when: '"name":', say: "You are looking at **{{result.name}}**. {{result.description}}" }, REFUSED],
      ],
    },
    {
      title: "What is wrong right now?",
      match: `${ASKS}(?:what(?:'s|’s| is) (?:wrong|going on|broken|down|happening)|is (?:anything|something) (?:wrong|broken|down))`,
      steps: [
        {
          say: "Let me look at what is wrong right now.",
          calls: [{ name: "catalog_issues", arguments: { limit: 20 } }],
        },
        [
          { when: `${FOUND}[^\\n]*${FAILED}`, say: `${NEEDS_ATTENTION}\n\n${NOT_READ}` },
          { when: FAILED, say: NOT_READ },
          { when: '"checked":\\s*\\[\\s*\\]', say: "You may not see anything that I could look at." },
          { when: EMPTY, say: "Nothing is wrong. I looked at: {{result.checked.*.name}}." },
          { when: FOUND, say: NEEDS_ATTENTION },
          REFUSED,
        ],
      ],
    },
    {
      title: "What changed lately?",
      match: `${ASKS}what (?:has )?(?:changed|was changed|was deployed)`,
      steps: [
        { say: "Let me look at what was recorded.", calls: [{ name: "catalog_changes", arguments: { limit: 10 } }] },
        [
          { when: EMPTY, say: "No change was recorded. A pipeline can record what it deploys; the guide says how." },
          { when: FOUND, say: "The latest first: **{{result.items.*.what}}**." },
          REFUSED,
        ],
      ],
    },
    {
      title: "List the systems",
      match: `${ASKS}(?:list|show)(?: me)?(?: all)?(?: the| our)? systems`,
      steps: [
        { say: "Let me look into the catalog.", calls: [{ name: "catalog_listSystems", arguments: { limit: 20 } }] },
        [
          { when: EMPTY, say: 'The catalog is empty. Try "Add a system called Web shop".' },
          { when: FOUND, say: "These are the first systems by name: **{{result.items.*.name}}**." },
          REFUSED,
        ],
      ],
    },
    {
      title: "Show me Web shop",
      match: `${ASKS}(?:show me|take me to)(?: the)?(?: system)? (?!(?:[^\\n]*\\b(?:incidents?|systems|around|how)\\b))["“]?(.{1,120}?)["”]?[.!]*\\s*(?=\\n|$)`,
      steps: [
        { calls: [{ name: "catalog_listSystems", arguments: { text: "{{match.1}}", limit: 5 } }] },
        [
          { when: EMPTY, say: 'I found no system of that name. Try "List the systems".' },
          {
            when: FOUND,
            calls: [
              {
                name: "ai_showPage",
                arguments: { thing: { type: "catalog.system", id: "{{result.items.0.id}}" } },
              },
            ],
          },
          REFUSED,
        ],
        [
          { when: '"shown":\\s*true', say: "There it is: **{{result.title}}**." },
          {
            when: "unsaved work",
            say: "There is unsaved work on your page, so I left you where you are. Save it, then ask me again.",
          },
          REFUSED,
        ],
      ],
    },
    {
      title: "Which systems are unhealthy?",
      match: `${ASKS}which systems are (?:unhealthy|degraded|down|broken|not healthy)`,
      steps: [
        { calls: [{ name: "catalog_listSystems", arguments: { status: ["unhealthy", "degraded"], limit: 20 } }] },
        [
          { when: EMPTY, say: "None: no system is reported degraded or unhealthy." },
          { when: FOUND, say: "Not healthy: **{{result.items.*.name}}**." },
          REFUSED,
        ],
      ],
    },
    {
      title: "Which systems have no owner?",
      match: `${ASKS}which systems have no owner`,
      steps: [
        { calls: [{ name: "catalog_listSystems", arguments: { limit: 20 } }] },
        [
          { when: EMPTY, say: "The catalog is empty, so nothing lacks an owner." },
          {
            when: OWNED,
            say:
              "Owners of the first systems by name: {{result.items.*.ownerTeam.name}}.\n\nA rehearsal " +
              "cannot compare the two lists; a real model would tell you which of {{result.items.*.name}} have none.",
          },
          { when: FOUND, say: "None of the first systems has an owner yet: {{result.items.*.name}}." },
          REFUSED,
        ],
      ],
    },
    {
      title: "Add a system called Status page",
      match: `${ASKS}(?:add|create) an? (?:new )?system (?:called |named )?["“]?(.{1,120}?)["”]?[.!]*\\s*(?=\\n|$)`,
      steps: [
        {
          say: "Let me check first whether it is there already.",
          calls: [{ name: "catalog_listSystems", arguments: { text: "{{match.1}}", limit: 5 } }],
        },
        [
          { when: FOUND, say: ALREADY },
          { when: EMPTY, calls: [{ name: "catalog_createSystem", arguments: { name: "{{match.1}}" } }] },
          REFUSED,
        ],
        [
          {
            when: "awaiting_signature",
            say: '"{{match.1}}" is added once the card above is signed. Nothing has changed yet.',
          },
          { when: '"name"', say: '"{{match.1}}" is in the catalog now.' },
          REFUSED,
        ],
      ],
    },
  ],
}
