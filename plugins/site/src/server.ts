import { definePlugin, topic } from "@countersign/core/server"
import createSite from "../migrations/0001-create-site.ts"
import createFiles from "../migrations/0003-create-files.ts"
import { documentAccess, siteChanged, siteContract } from "./contract.ts"
import { applyCommands, joinTab } from "./server/apply-commands.ts"
import { createDocument, deleteDocument, renameDocument } from "./server/change-documents.ts"
import { fileCollector } from "./server/files/collector.ts"
import { forgetPerson } from "./server/forget-person.ts"
import { followSite, listDocuments, openDocument, readSince } from "./server/read-documents.ts"
import { compareVersions, listHistory, restoreVersion } from "./server/versions.ts"

export const sitePlugin = definePlugin({
  id: "site",
  contract: siteContract,
  access: [documentAccess],
  migrations: [createSite, createFiles],
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
    forgetPerson,
  },
  workers: [fileCollector],
  topics: [topic(siteChanged, { follow: followSite })],
  erasePerson: forgetPerson,
})
