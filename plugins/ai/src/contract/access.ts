import { defineAccess } from "@countersign/core/contract"

export const toolAccess = defineAccess("ai.tools", {
  manage: { sentence: "See every tool the assistant and MCP clients are offered, and who may use it", roles: [] },
})

export const policyAccess = defineAccess("ai.policy", {
  manage: {
    sentence:
      "Decide which tools need a second person's signature, which may never apply by themselves, and where data may go",
    roles: [],
  },
})

export const proposalAccess = defineAccess("ai.proposal", {
  read: { sentence: "See every proposal, also those that wait for other people", roles: [] },
  reconcile: { sentence: "Settle proposals whose outcome is not known", implies: ["read"], roles: ["operator"] },
})

export const chatAccess = defineAccess("ai.chat", {
  read: "Use the assistant, and let it look at public web addresses",
})
