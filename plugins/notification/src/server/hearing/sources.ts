import type { Topic } from "../../contract.ts"
import { incidentSource } from "./incident-source.ts"
import { maintenanceSource } from "./maintenance-source.ts"
import type { Source } from "./source.ts"
import { statusSource } from "./status-source.ts"

/** A topic more is its file and a line here, and its name in the contract. */
const SOURCES: readonly Source[] = [statusSource, incidentSource, maintenanceSource]

export const sourceOf = (event: string): Source | undefined => SOURCES.find(({ events }) => events.includes(event))
export const sourceFor = (topic: Topic): Source => SOURCES.find((source) => source.topic === topic)!
