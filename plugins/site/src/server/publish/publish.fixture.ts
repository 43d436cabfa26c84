/** A site with drafts made of HTML, and visits of it. */

import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import { servicePrincipal } from "@countersign/core/host"
import type { Caller } from "@countersign/core/server"
import { incidentPlugin } from "@countersign/incident/server"
import { maintenancePlugin } from "@countersign/maintenance/server"
import { testPlatform } from "@countersign/testing"
import { type SiteCommand, siteContract } from "../../contract.ts"
import { sitePlugin } from "../../server.ts"

export const sitePlugins = [catalogPlugin, incidentPlugin, maintenancePlugin, sitePlugin]

export async function testPublishing(options: { role?: "all" | "web" } = {}) {
  const testing = await testPlatform({ plugins: sitePlugins, ...options })
  const { platform, as } = testing
  const ana = await as("ana")
  const service: Caller = platform.caller(servicePrincipal("site"), "job")
  const { tab } = await platform.call(ana, siteContract.joinTab, {})
  let counter = 0
  return {
    ...testing,
    ana,
    service,
    async edit(...commands: SiteCommand[]): Promise<void> {
      counter += 1
      const { answers } = await platform.call(ana, siteContract.applyCommands, {
        tab,
        seen: 0,
        batches: [{ counter, commands }],
      })
      if (!answers[0]!.accepted) throw new Error(answers[0]!.reason)
    },
    publish: (input: Parameters<typeof platform.call<typeof siteContract.publish>>[2] = {}) =>
      platform.call(ana, siteContract.publish, input),
    system: async (name: string) => (await platform.call(ana, catalogContract.createSystem, { name })).id,
    status: (systemId: string, after: string | null) =>
      platform.call(service, siteContract.followStatus, { systemId, after, at: new Date().toISOString() }),
    visit: (path: string, headers: Record<string, string> = {}, { method = "GET", pod = platform } = {}) =>
      pod.site!.fetch(new Request(`http://localhost${path}`, { method, headers }), "127.0.0.1"),
  }
}
