import { CHOSEN, type FormWay, HIDING, pressing, type SeededThings, TOLD_AT_ONCE, TOO_LONG } from "@countersign/testing"

/** How one gets to every form of this plugin's pages, by the form's name. */
export function forms(things: SeededThings): Readonly<Record<string, FormWay>> {
  return {
    connection: {
      at: "/settings/ai/connections/new?driver=openai-compatible",
      fill: async (form) => {
        await form.getByLabel("Name", { exact: true }).fill("Gateway")
      },
      wrong: ["Base URL", "not an address"],
    },
    "conversation-title": {
      at: `/assistant/${things.conversationId}`,
      open: async (page) => {
        await page
          .getByRole("button", { name: /^Actions for/ })
          .first()
          .click()
        await page.getByRole("menuitem", { name: "Rename" }).click()
      },
      wrong: ["Title", HIDING],
    },
    default: { at: "/settings/ai/defaults", empty: "held", wrong: CHOSEN },
    "limit-archived": { at: "/settings/ai/policies", empty: "held", wrong: ["Delete for good after days", "99999"] },
    "limit-calls": { at: "/settings/ai/policies", wrong: ["Calls a minute", "0"] },
    "limit-colleagues": { at: "/settings/ai/policies", empty: "held", wrong: CHOSEN },
    "limit-deleting": { at: "/settings/ai/policies", empty: "held", wrong: CHOSEN },
    "limit-hosts": { at: "/settings/ai/policies", empty: "held", wrong: TOLD_AT_ONCE },
    "limit-reminders": { at: "/settings/ai/policies", empty: "held", wrong: TOLD_AT_ONCE },
    "mcp-app-confirm": {
      at: "/settings/ai/mcp",
      open: async (page) => {
        await page
          .getByRole("button", { name: /^Actions for/ })
          .first()
          .click()
        await page.getByRole("menuitem", { name: /confirm/i }).click()
      },
      empty: "held",
      wrong: CHOSEN,
    },
    "mcp-app-new": {
      at: "/settings/ai/mcp",
      open: pressing("Add an app by hand"),
      fill: (form) => form.getByLabel("Name").fill("Editor"),
      wrong: ["Redirect addresses", "not an address"],
    },
    message: { at: "/assistant", empty: "held", wrong: { never: "One may write anything." } },
    note: {
      at: "/settings/ai/memory?add=note",
      wrong: { never: "One may write anything, and no more than there is room for." },
    },
    policy: { at: "/settings/ai/policies", open: pressing("Add a policy"), wrong: CHOSEN },
    "proposal-decline": {
      at: `/signatures/${things.toDeclineId}`,
      open: pressing(/^Decline/, false),
      empty: "sent",
      wrong: { never: "Declined without a word it is over; a reason is held to its length as one types." },
    },
    "proposal-edit": {
      at: `/signatures/${things.proposalId}`,
      open: pressing("Edit", false),
      wrong: ["Name", TOO_LONG],
    },
    "proposal-settle": {
      at: `/signatures/${things.proposalId}`,
      fill: (form) => form.getByRole("radio", { name: "It happened" }).check(),
      wrong: ["How you know", ""],
    },
    skill: {
      at: "/settings/ai/skills?add=skill",
      fill: (form) => form.getByLabel("Instructions").fill("Short sentences."),
      wrong: ["Title", HIDING],
    },
  }
}
