import type { Assistant } from "@countersign/core/server"

type Script = NonNullable<Assistant["rehearsal"]>[number]
type Step = Script["steps"][number]

/** Begins a line, but not of a message about a decision: that may quote anything. */
const ASKS = "^(?!\\[Decision\\])(?:[\\s\\S]*\\n)?(?:please )?"
const ENDS = "[.!?]*\\s*(?=\\n|$)"
const ADDRESS = "(https?://[^\\s]+?)"
const EMPTY = '"items":\\s*\\[\\s*\\]'
const FOUND = '"items":\\s*\\[\\s*\\{'
const WAITS = "awaiting_signature"
const CREATED = '"strategyTitle"'

const REFUSED = { say: "That was refused; the row above says why. Nothing was changed." }
const NO_SYSTEM = {
  when: EMPTY,
  say: 'The catalog has no system to watch this for. Try "Add a system called Web shop", then ask me again.',
}
const SIGNED = [
  {
    when: WAITS,
    say: "The card above shows the whole check; nothing runs yet. Once it is signed it runs at once, and its first result stands on the system's page.",
  },
  { when: CREATED, say: 'It is created and runs: "{{result.name}}".' },
  REFUSED,
]

const HEAD = 'import { defineHealthCheck } from "@countersign/sdk/healthcheck"\n\n'
/** As a model writes that has not read the declarations: there is no such function. */
const FIRST_DRAFT = `${HEAD}export default defineHealthCheck(async () => {
  const answer = await httpGet("{{match.1}}")
  return { success: answer.status === 200 }
})
`
const SECOND_DRAFT = `${HEAD}export default defineHealthCheck(async () => {
  const response = await fetch("{{match.1}}")
  return { success: response.ok, message: "Answered " + response.status + ".", value: response.status }
})
`

/** What the rehearsal model can play with checks, through the real tools. */
export const rehearsal: readonly Script[] = [
  {
    title: "What is failing right now?",
    match: `${ASKS}what(?: is|'s) (?:failing|down|broken|unhealthy|not healthy)(?: right)?(?: now)?${ENDS}`,
    steps: [
      { calls: [{ name: "healthcheck_status", arguments: { onlyFailing: true, limit: 10 } }] },
      [
        { when: '"targets":\\s*\\[\\s*\\]', say: "No health check says that anything is failing." },
        { when: '"targets"', say: "Not healthy now: {{result.targets.*.check.name}}. Why stands in the row above." },
        REFUSED,
      ],
    ],
  },
  ...scripts(),
  ...watching(),
]

/** "Create a script health check that probes ...": grounded, drafted, tested, mended, proposed. */
function scripts(): Script[] {
  const match = `${ASKS}(?:create|make|write|add) a script (?:health )?check (?:that |which |to )?(?:probes?|watch(?:es)?|calls?|for) ${ADDRESS}${ENDS}`
  const grounding: Step[] = [
    {
      say: "I look at how scripts work here before I write one.",
      calls: [{ name: "ai_searchDocs", arguments: { query: "script health check", limit: 3 } }],
    },
    [
      { when: '"slug"', calls: [{ name: "ai_getDoc", arguments: { slug: "{{result.hits.0.slug}}" } }] },
      { calls: [{ name: "healthcheck_getScriptContext", arguments: { context: "healthcheck-script" } }] },
    ],
    { calls: [{ name: "healthcheck_getScriptContext", arguments: { context: "healthcheck-script" } }] },
    { calls: [{ name: "healthcheck_listCapabilities", arguments: {} }] },
    { calls: [{ name: "healthcheck_getCapabilitySchema", arguments: { kind: "strategy.script" } }] },
    { say: "A first draft, tried in the sandbox:", calls: [test(FIRST_DRAFT)] },
    [
      {
        when: '"error"',
        say: "The sandbox refused it: {{result.error}} I use `fetch`, which the declarations promise, and try again.",
        calls: [test(SECOND_DRAFT)],
      },
      REFUSED,
    ],
  ]
  const worked = '"success":\\s*(?:true|false)'
  const failed = { when: '"error"', say: "The draft does not work yet: {{result.error}} I propose nothing that fails." }
  return [
    {
      about: "catalog.system",
      match,
      steps: [...grounding, [failed, { when: worked, calls: [proposed("{{thing.id}}")] }, REFUSED], SIGNED],
    },
    {
      title: "Create a script health check that probes https://example.com",
      match,
      steps: [
        ...grounding,
        [failed, { when: worked, calls: [{ name: "catalog_listSystems", arguments: { limit: 1 } }] }, REFUSED],
        [NO_SYSTEM, { when: FOUND, calls: [proposed("{{result.items.0.id}}")] }, REFUSED],
        SIGNED,
      ],
    },
  ]

  function test(source: string) {
    const asked = { context: "healthcheck-script", source, address: "{{match.1}}" }
    return { name: "healthcheck_testScript", arguments: asked }
  }
  function proposed(assignToSystemId: string) {
    return {
      name: "healthcheck_propose",
      arguments: {
        name: "Script: {{match.1}}",
        strategyId: "script",
        config: { source: SECOND_DRAFT },
        intervalSeconds: 60,
        assignToSystemId,
      },
    }
  }
}

/** "Watch ... and mark it degraded when it takes longer than a second", and perhaps "tell me". */
function watching(): Script[] {
  const slow = "(?: and (?:mark it degraded|tell me) (?:when|if) it (?:takes longer than a second|is slow))?"
  const match = (rest: string) => `${ASKS}(?:watch|monitor|check) ${ADDRESS}${slow}${rest}${ENDS}`
  const trying: Step = {
    say: "I look at what is there first.",
    calls: [{ name: "healthcheck_tryCheck", arguments: { strategyId: "http", config: { url: "{{match.1}}" } } }],
  }
  const tried = '"outcome":\\s*"(?:ok|degraded)"'
  const failed = {
    when: '"outcome":\\s*"failed"',
    say: "It does not answer: {{result.failure.message}} A check of it would be unhealthy from the start, so I propose none yet.",
  }
  const ask = {
    when: WAITS,
    say: "Nobody named that address to me in words I may follow, so looking at it waits for your signature.",
  }
  return [true, false].flatMap((tellMe) => {
    const told = tellMe ? "(?:,? and)? tell me when it is slow" : ""
    return [
      {
        about: "catalog.system",
        match: match(told),
        steps: [trying, [ask, failed, { when: tried, calls: [proposed("{{thing.id}}", tellMe)] }, REFUSED], SIGNED],
      },
      {
        ...(tellMe
          ? {}
          : { title: "Watch https://example.com and mark it degraded when it takes longer than a second" }),
        match: match(told),
        steps: [
          trying,
          [ask, failed, { when: tried, calls: [{ name: "catalog_listSystems", arguments: { limit: 1 } }] }, REFUSED],
          [NO_SYSTEM, { when: FOUND, calls: [proposed("{{result.items.0.id}}", tellMe)] }, REFUSED],
          SIGNED,
        ],
      },
    ]
  })

  function proposed(assignToSystemId: string, tellMe: boolean) {
    return {
      name: "healthcheck_propose",
      arguments: {
        name: "{{match.1}} answers in time",
        strategyId: "http",
        config: { url: "{{match.1}}" },
        collectors: [
          { id: "response", assertions: [{ field: "status", operator: "lessThan", value: 400 }] },
          {
            id: "timing",
            assertions: [{ field: "totalMs", operator: "lessThan", value: 1_000, severity: "degraded" }],
          },
        ],
        intervalSeconds: 60,
        assignToSystemId,
        ...(tellMe ? { tellMe: true } : {}),
      },
    }
  }
}
