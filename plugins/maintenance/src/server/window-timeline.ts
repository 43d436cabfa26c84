import { timeline } from "@countersign/core/server"
import { maintenanceContract, windowTimeline as shared, windowChanged } from "../contract.ts"
import { tell } from "./conclude.ts"
import { feed } from "./feed.ts"
import { windowCard } from "./tools/window-card.ts"
import { windows } from "./window-store.ts"

export const windowTimeline = timeline(windows, maintenanceContract, {
  fields: shared.fields,
  refersTo: { systems: "catalog.system", environments: "catalog.environment" },
  authors: ["created_by"],
  changed: (ctx, _before, after, update) => tell(ctx, windowChanged, after, update),
  erased: feed.forget,
  card: windowCard,
  hint: "To end or call off a window use maintenance.close.",
})
