import { definePlugin, topic } from "@countersign/core/server"
import createSite from "../migrations/0001-create-site.ts"
import { codeAccess, documentAccess, siteChanged, siteContract } from "./contract.ts"
import { applyCommands, joinTab } from "./server/apply-commands.ts"
import { findDocuments, getDocument } from "./server/browsing/browse-documents.ts"
import { changePage, changeSettings, changeTemplate } from "./server/browsing/change-facts.ts"
import { duplicateDocument } from "./server/browsing/duplicate-document.ts"
import { previewDocument } from "./server/browsing/preview-document.ts"
import { beginWithStarter, listStarters } from "./server/browsing/starters.ts"
import { createDocument, deleteDocument, renameDocument } from "./server/change-documents.ts"
import { allowHosts, changeScript, removeScript } from "./server/code.ts"
import { forgetPerson } from "./server/forget-person.ts"
import { followSite, listDocuments, openDocument, openFacts, readSince } from "./server/read-documents.ts"
import { compareVersions, listHistory, restoreVersion } from "./server/versions.ts"

export const sitePlugin = definePlugin({
  id: "site",
  contract: siteContract,
  access: [documentAccess, codeAccess],
  migrations: [createSite],
  verbs: {
    findDocuments,
    getDocument,
    previewDocument,
    duplicateDocument,
    changePage,
    changeTemplate,
    changeSettings,
    listStarters,
    beginWithStarter,
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
    forgetPerson,
  },
  topics: [topic(siteChanged, { follow: followSite })],
  erasePerson: forgetPerson,
})
