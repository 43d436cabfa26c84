import { z } from "zod"
import { channelKind } from "../../contract.ts"
import { httpOutcome } from "./http-outcome.ts"
import { PostAddress, webPlace } from "./web-place.ts"

/** An incoming webhook as Slack has it, which Mattermost and others understand. It cannot change what it said before. */
export const slackChannel = channelKind.of({
  id: "slack",
  title: "Slack",
  description:
    "Posts to a channel through an incoming webhook of Slack, or of what takes the same, such as Mattermost.",
  config: z.object({ address: PostAddress }),
  words: {
    address: "Webhook address",
    addressHint: "https://hooks.slack.com/services/...",
    secret: null,
  },
  takesKey: false,
  place: webPlace,
  async send({ cause, subject, lines, link }, { address }, host) {
    const follows = cause?.follows ? [`Follows: ${cause.follows}`] : []
    const text = [`*${escaped(subject)}*`, ...[...lines, ...follows].map(escaped), ...(link ? [`<${link}|Open>`] : [])]
    const body = JSON.stringify({ text: text.join("\n") })
    return httpOutcome(
      webPlace(address),
      await host.post(address, { headers: { "content-type": "application/json" }, body }),
    )
  },
})

/**
 * Without this, a name such as `<!channel>` would call everybody. Mattermost also reads `@all`, names of people, and links and code as Markdown
 * has them: a character without width between their parts leaves them as they are written.
 */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/@(?=all|channel|here|everyone)|(?<!\w)@(?=\w)/gi, "@\u200b")
    .replace(/\](?=[([:])/g, "]\u200b")
    .replaceAll("```", "`\u200b`\u200b`")
}
