import { beat, pushRoutes } from "./beat.ts"
import { record } from "./record.ts"
import { scheduler } from "./scheduler.ts"
import { noteSilence } from "./sweep.ts"
import { sweeper } from "./sweeper.ts"

/** What runs checks, as the plugin lists it. */
export const engineVerbs = { record, noteSilence, beat }
export const engineWorkers = [scheduler, sweeper]
export const engineRoutes = pushRoutes
