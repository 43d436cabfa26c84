import { createHmac } from "node:crypto"
import { z } from "zod"
import { channelKind } from "../../contract.ts"
import { httpOutcome } from "./http-outcome.ts"
import { PostAddress, webPlace } from "./web-place.ts"

/**
 * JSON to any receiver, signed. The signature covers the time as well, so that a message that was caught on its way cannot be played
 * again later; the key is the same at each attempt, so that a receiver can leave out what it has.
 */
export const webhookChannel = channelKind.of({
  id: "webhook",
  title: "Webhook",
  description: "Posts signed JSON to an address of yours. For receivers that you run yourself.",
  config: z.object({
    address: PostAddress,
    secret: z.string().min(16, "A signing secret has at least 16 characters.").max(500),
  }),
  words: {
    address: "Address",
    addressHint: "https://example.com/hooks/countersign",
    secret: "Signing secret",
    secretHint: "At least 16 characters. The receiver checks signatures with it.",
  },
  takesKey: true,
  place: webPlace,
  async send({ key, cause, subject, lines, link, at, facts }, { address, secret }, host) {
    const body = JSON.stringify({
      id: key,
      cause: cause?.key ?? null,
      subject,
      text: lines.join("\n"),
      link,
      at,
      ...facts,
    })
    const timestamp = String(host.now())
    const signature = createHmac("sha256", secret ?? "")
      .update(`${timestamp}.${body}`)
      .digest("hex")
    const headers = {
      "content-type": "application/json",
      "idempotency-key": key,
      "countersign-timestamp": timestamp,
      "countersign-signature": `sha256=${signature}`,
    }
    return httpOutcome(webPlace(address), await host.post(address, { headers, body }))
  },
})
