import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { demandUsable } from "../channels/demand-channel.ts"
import { send } from "../delivering/send-message.ts"
import { quotedChannel } from "./quoted.ts"

/** What is sent leaves this installation for good, so a person signs it in every mode. */
export const sendTool = defineTool({
  name: "send",
  describe: ({ subject, channelId }, say) =>
    `Send ${subject ? say.quote(subject) : "a message"} to ${say.name(channelId) ?? "a channel"}`,
  verb: send,
  description:
    "Send a message through a shared channel when the operator asks to tell others something. Pass `channelId` from " +
    "notification.channels, never a name. `subject` is one line, `text` what else there is to say.",
  alwaysSign: true,
  quotes: ({ input, result }) => (result ? [] : input.channelId ? [quotedChannel(input.channelId)] : []),
  async preview(ctx, { channelId, subject, text }) {
    const { id, name, place, version } = await asFeedback("channelId", () => demandUsable(ctx, channelId))
    return {
      summary: `Send ${quoteName(subject)} to ${quoteName(name)}`,
      after: { channel: { id, name }, subject, text },
      things: [{ type: "notification.channel", id, name, state: { version } }],
      consequences: [`It leaves for ${place} and cannot be taken back.`],
    }
  },
})
