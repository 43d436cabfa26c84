import { randomUUID } from "node:crypto"
import { servicePrincipal } from "../identity/principal/principal.ts"
import type { Caller } from "./ctx.ts"
import type { Runtime } from "./runtime.ts"

/** Jobs, deliveries and workers act as the plugin they belong to. `name`: `incident.remind`, of a verb, a job or a worker. */
export function serviceCaller(runtime: Runtime, name: string, correlationId: string = randomUUID()): Caller {
  const [plugin = "platform"] = name.split(".")
  return { principal: servicePrincipal(plugin), transport: "job", correlationId, runtime }
}
