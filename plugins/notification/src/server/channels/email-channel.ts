import { z } from "zod"
import { channelKind } from "../../contract.ts"

/** Through the platform's own mail server. The Message-ID is the same at each attempt, so that mailboxes can leave out a second copy. */
export const emailChannel = channelKind.of({
  id: "email",
  title: "E-mail",
  description: "Sends to a mailbox through the mail server of this installation.",
  config: z.object({ address: z.string().trim().max(254).pipe(z.email("Write one e-mail address.")) }),
  words: { address: "E-mail address", addressHint: "on-call@example.com", secret: null },
  takesKey: true,
  place: mailPlace,
  async send({ key, cause, subject, lines, link }, { address }, host) {
    const text = [...lines, ...(link ? ["", link] : [])].join("\n")
    const follows = cause && !cause.first ? [cause.root] : []
    const refused = await host.mail({ to: address, subject, text, thread: { id: key, follows } })
    const told = { httpStatus: null, answer: "", retryAfterSeconds: null }
    return refused
      ? { outcome: refused.permanent ? "never" : "later", sentence: refused.sentence, ...told }
      : { outcome: "sent", sentence: `The mail server took the message to ${mailPlace(address)}.`, ...told }
  },
})

export function mailPlace(address: string): string {
  const [name = "", domain = ""] = address.split("@")
  return `${name.slice(0, 1)}...@${domain}`
}
