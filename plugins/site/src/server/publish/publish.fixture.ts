/** A site with drafts made of HTML, and visits of it. */

import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import { servicePrincipal } from "@countersign/core/host"
import type { Caller } from "@countersign/core/server"
import { incidentPlugin } from "@countersign/incident/server"
import { maintenancePlugin } from "@countersign/maintenance/server"
import { testPlatform } from "@countersign/testing"
import { type SiteCommand, siteContract } from "../../contract.ts"
import type { DocumentRef } from "../../document.ts"
import { starterDocument } from "../../render/starters/starter-document.ts"
import { sitePlugin } from "../../server.ts"
import { contentOf } from "../stored-part.ts"

export const sitePlugins = [catalogPlugin, incidentPlugin, maintenancePlugin, sitePlugin]

/** A document out of its HTML, as one command. */
export function adding(ref: DocumentRef, title: string, html: string): SiteCommand {
  const content = contentOf(starterDocument(ref, title, html))
  return { type: "document.add", document: ref, content } as SiteCommand
}

export function pageWith(id: string, title: string, body: string, address: string | null = id): SiteCommand[] {
  const html = `<!doctype html><html><head></head><body>${body}</body></html>`
  return [
    adding({ type: "page", id }, title, html),
    ...(address === null ? [] : [{ type: "page.set" as const, page: id, set: { address } }]),
  ]
}

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
