import { definePlugin, topic } from "@countersign/core/server"
import createSite from "../migrations/0001-create-site.ts"
import turns from "../migrations/0002-turns.ts"
import { postType } from "./contract/post-type.ts"
import { codeAccess, documentAccess, siteChanged, siteContract } from "./contract.ts"
import { applyCommands, joinTab } from "./server/apply-commands.ts"
import { createDocument, deleteDocument, renameDocument } from "./server/change-documents.ts"
import { allowHosts, changeScript, removeScript } from "./server/code.ts"
import { forgetPerson } from "./server/forget-person.ts"
import { followSite, listDocuments, openDocument, openFacts, readSince } from "./server/read-documents.ts"
import { siteTools } from "./server/tools/tools.ts"
import { toolVerbs } from "./server/tools/verbs.ts"
import { compareVersions, listHistory, restoreVersion } from "./server/versions.ts"

export const sitePlugin = definePlugin({
  id: "site",
  contract: siteContract,
  access: [documentAccess, codeAccess],
  migrations: [createSite, turns],
  verbs: {
    listDocuments,
    openDocument,
    readSince,
    follow: followSite,
    joinTab,
    applyCommands,
    createDocument,
    renameDocument,
    deleteDocument,
    listHistory,
    compareVersions,
    restoreVersion,
    openFacts,
    changeScript,
    removeScript,
    allowHosts,
    ...toolVerbs,
    forgetPerson,
  },
  tools: siteTools,
  declares: [postType],
  topics: [topic(siteChanged, { follow: followSite })],
  erasePerson: forgetPerson,
})
