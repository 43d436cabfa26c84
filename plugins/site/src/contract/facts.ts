import { procedure } from "@countersign/core/contract"
import { z } from "zod"
import { codeAccess, documentAccess } from "./access.ts"
import { Facts, Script } from "./fact-commands.ts"

const Confirmed = z.object({ sequence: z.int().min(0) })
const Hosts = z.array(z.string().trim().min(1).max(300)).max(100)

export const factProcedures = {
  openFacts: procedure({
    summary: "Read the settings, breakpoints, tokens, addresses and templates of the site as they are now.",
    effect: "read",
    access: documentAccess.read,
    input: z.object({}),
    output: z.object({ sequence: z.int().min(0), facts: Facts }),
  }),
  changeScript: procedure({
    summary: "Add or replace a script of the site, which visitors' browsers will run once it is published.",
    effect: "mutate",
    access: codeAccess.manage,
    input: z.object({ script: Script }),
    output: Confirmed,
  }),
  removeScript: procedure({
    summary: "Remove a script of the site.",
    effect: "destructive",
    access: codeAccess.manage,
    input: z.object({ script: z.string().min(1).max(60) }),
    output: Confirmed,
  }),
  allowHosts: procedure({
    summary: "Say from which hosts the site may load pictures, fonts and styles, and which it may show in a frame.",
    effect: "mutate",
    access: codeAccess.manage,
    input: z.object({ resourceHosts: Hosts, frameHosts: Hosts }),
    output: Confirmed,
  }),
}
