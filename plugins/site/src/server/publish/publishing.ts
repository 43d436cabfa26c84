/** What the plugin takes from here. */
import { statusChanged, systemDeleted } from "@countersign/catalog/contract"
import { reaction } from "@countersign/core/server"
import { incidentDeleted, incidentOpened, incidentResolved, incidentUpdated } from "@countersign/incident/contract"
import {
  windowApproaching,
  windowCancelled,
  windowChanged,
  windowEnded,
  windowScheduled,
  windowStarted,
} from "@countersign/maintenance/contract"
import { loopSourceKind, postTypeKind } from "../../contract/loop-source.ts"
import {
  followIncident,
  followStatus,
  followWindow,
  foreseeSystemDeletion,
  forgetSystem,
} from "../public/follow-operate.ts"
import { publicIncidents, publicMaintenance, publicSystems } from "../public/public-rows.ts"
import { addSample, referToSample, removeSample } from "../public/sample.ts"
import { getPublicName, setPublicName, setPublicNameTool } from "../public/set-public-name.ts"
import { siteSources } from "../public/sources.ts"
import { serve, siteRoute } from "../serve/serve-site.ts"
import { createPreview, listPreviews, previewRoute, revokePreview, servePreview } from "./previews.ts"
import { publicPages } from "./public-pages.ts"
import { listPublications, listUnpublished, publish, rollback } from "./publish.ts"
import { publicationTools } from "./publish-tools.ts"

export const publishingVerbs = {
  setPublicName,
  getPublicName,
  publicSystems,
  publicIncidents,
  publicMaintenance,
  followStatus,
  followIncident,
  followWindow,
  forgetSystem,
  foreseeSystemDeletion,
  addSample,
  removeSample,
  referToSample,
  listUnpublished,
  publish,
  rollback,
  listPublications,
  createPreview,
  listPreviews,
  revokePreview,
  publicPages,
  serve,
  servePreview,
}

const whereInstalled = { optional: true }

export const publishingReactions = [
  reaction(statusChanged, followStatus, whereInstalled),
  reaction(systemDeleted, forgetSystem, whereInstalled),
  ...[incidentOpened, incidentUpdated, incidentResolved, incidentDeleted].map((event) =>
    reaction(event, followIncident, whereInstalled),
  ),
  ...[windowScheduled, windowChanged, windowApproaching, windowStarted, windowEnded, windowCancelled].map((event) =>
    reaction(event, followWindow, whereInstalled),
  ),
]
export const publishingConsequences = [{ resource: "catalog.system", verb: foreseeSystemDeletion }]
export const publishingSample = {
  sample: { add: addSample, remove: removeSample },
  refersToSample: referToSample,
}
export const publishingRoutes = [previewRoute, siteRoute]
export const publishingTools = [...publicationTools, setPublicNameTool]
export const publishingKinds = siteSources
export const publishingDeclares = [loopSourceKind, postTypeKind]
