import { definePlugin, topic } from "@countersign/core/server"
import createSite from "../migrations/0001-create-site.ts"
import turns from "../migrations/0002-turns.ts"
import createFiles from "../migrations/0003-create-files.ts"
import createPublications from "../migrations/0004-create-publications.ts"
import createMedia from "../migrations/0005-create-media.ts"
import createImports from "../migrations/0006-create-imports.ts"
import sampleNames from "../migrations/0007-sample-names.ts"
import publishedTitles from "../migrations/0008-published-titles.ts"
import takenBack from "../migrations/0009-taken-back.ts"
import whatStayed from "../migrations/0010-what-stayed.ts"
import { siteAssistant } from "./assistant.ts"
import { siteSettings } from "./contract/settings.ts"
import { codeAccess, documentAccess, mediaAccess, publicationAccess, siteChanged, siteContract } from "./contract.ts"
import { applyCommands, joinTab } from "./server/apply-commands.ts"
import { findDocuments, getDocument, getSiteAddress } from "./server/browsing/browse-documents.ts"
import { changePage, changeSettings, changeTemplate } from "./server/browsing/change-facts.ts"
import { duplicateDocument } from "./server/browsing/duplicate-document.ts"
import { previewDocument } from "./server/browsing/preview-document.ts"
import { readLoop } from "./server/browsing/read-loop.ts"
import { beginWithStarter, listStarters } from "./server/browsing/starters.ts"
import { canvasRoutes, openCanvas } from "./server/canvas.ts"
import { createDocument, deleteDocument, renameDocument } from "./server/change-documents.ts"
import { allowHosts, changeScript, removeScript } from "./server/code.ts"
import { documentThing } from "./server/document-thing.ts"
import { exportRoutes, exportSite } from "./server/export/export.ts"
import { fileCollector } from "./server/files/collector.ts"
import { forgetPerson } from "./server/forget-person.ts"
import { importRoutes, importVerbs } from "./server/import/import.ts"
import { mediaRoutes, mediaVerbs } from "./server/media/media.ts"
import { mediaThing } from "./server/media/media-thing.ts"
import { picturePoint } from "./server/media/picture-point.ts"
import {
  publishingConsequences,
  publishingDeclares,
  publishingKinds,
  publishingReactions,
  publishingRoutes,
  publishingSample,
  publishingTools,
  publishingVerbs,
} from "./server/publish/publishing.ts"
import { followSite, listDocuments, openDocument, openFacts, readSince } from "./server/read-documents.ts"
import { showDocument } from "./server/tools/read/open-document.ts"
import { renderSnapshot } from "./server/tools/read/render-snapshot.ts"
import { siteTools } from "./server/tools/tools.ts"
import { toolVerbs } from "./server/tools/verbs.ts"
import { compareVersions, listHistory, restoreVersion } from "./server/versions.ts"

export const sitePlugin = definePlugin({
  id: "site",
  contract: siteContract,
  settings: siteSettings,
  access: [documentAccess, codeAccess, mediaAccess, publicationAccess],
  migrations: [
    createSite,
    turns,
    createFiles,
    createPublications,
    createMedia,
    createImports,
    sampleNames,
    publishedTitles,
    takenBack,
    whatStayed,
  ],
  verbs: {
    findDocuments,
    getDocument,
    getSiteAddress,
    previewDocument,
    duplicateDocument,
    changePage,
    changeTemplate,
    changeSettings,
    listStarters,
    readLoop,
    beginWithStarter,
    listDocuments,
    openDocument,
    readSince,
    follow: followSite,
    openCanvas,
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
    ...mediaVerbs,
    ...importVerbs,
    exportSite,
    ...publishingVerbs,
  },
  declares: [...publishingDeclares],
  kinds: [...publishingKinds],
  routes: [...canvasRoutes, ...publishingRoutes, ...mediaRoutes, ...importRoutes, ...exportRoutes],
  reactions: [...publishingReactions],
  tools: [...siteTools, ...publishingTools],
  browserTools: { showDocument, renderSnapshot },
  workers: [fileCollector],
  doctor: [picturePoint],
  things: [documentThing, mediaThing],
  assistant: siteAssistant,
  topics: [topic(siteChanged, { follow: followSite })],
  consequences: publishingConsequences,
  ...publishingSample,
  erasePerson: forgetPerson,
})
