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

export const memoryAccess = defineAccess("ai.memory", {
  read: "Use the notes that the assistant remembers, one's own and those that are shared",
  keep: {
    sentence: "Keep notes of one's own that the assistant remembers",
    implies: ["read"],
    roles: ["viewer", "operator"],
  },
  manage: {
    sentence: "Share notes with everyone, change shared ones, and have them always included",
    implies: ["keep"],
    roles: [],
  },
})

export const skillAccess = defineAccess("ai.skill", {
  read: "Use the assistant's skills",
  write: { sentence: "Write skills of one's own", implies: ["read"], roles: ["viewer", "operator"] },
  manage: { sentence: "Share skills with everyone, and change shared ones", implies: ["write"], roles: [] },
})

export const connectionAccess = defineAccess("ai.connection", {
  manage: {
    sentence: "Connect AI providers, enter their keys, and decide who uses which model and how much may be spent",
    roles: [],
  },
})

export const auditAccess = defineAccess("ai.audit", {
  read: { sentence: "See what everybody used the assistant's models for, how much, and what it cost", roles: [] },
})
