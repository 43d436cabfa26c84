import { defineTool } from "@countersign/core/server"
import { probeUrl } from "../probe/probe-url.ts"

export const probeUrlTool = defineTool({
  name: "probeUrl",
  describe: ({ url }, say) => `Looked at ${url ? say.quote(new URL(url).host) : "a web address"}`,
  verb: probeUrl,
  description:
    "Look at a public web address once and see what it really answers: status, content type, headers and the beginning " +
    "of the body. Call it before saying anything about an endpoint you have not seen. Pass the whole address. Redirects " +
    "are reported, not followed; addresses inside private networks are refused.",
  egress: "url",
  quotes: "outside",
})
