import { type FormWay, pressing, type SeededThings, TOO_LONG } from "@countersign/testing"

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
      wrong: null,
    },
    default: { at: "/settings/ai/defaults", empty: "held", wrong: null },
    "limit-archived": { at: "/settings/ai/policies", empty: "held", wrong: ["Delete for good after days", "99999"] },
    "limit-calls": { at: "/settings/ai/policies", wrong: ["Calls a minute", "0"] },
    "limit-colleagues": { at: "/settings/ai/policies", empty: "held", wrong: null },
    "limit-deleting": { at: "/settings/ai/policies", empty: "held", wrong: null },
    "limit-hosts": { at: "/settings/ai/policies", empty: "held", wrong: null },
    "limit-reminders": { at: "/settings/ai/policies", empty: "held", wrong: null },
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
      wrong: null,
    },
    "mcp-app-new": {
      at: "/settings/ai/mcp",
      open: pressing("Add an app by hand"),
      fill: (form) => form.getByLabel("Name").fill("Editor"),
      wrong: ["Redirect addresses", "not an address"],
    },
    message: { at: "/assistant", empty: "held", wrong: null },
    note: { at: "/settings/ai/memory?add=note", wrong: null },
    policy: { at: "/settings/ai/policies", open: pressing("Add a policy"), wrong: null },
    "proposal-decline": {
      at: `/signatures/${things.toDeclineId}`,
      open: pressing(/^Decline/, false),
      empty: "sent",
      wrong: null,
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
      wrong: null,
    },
  }
}
