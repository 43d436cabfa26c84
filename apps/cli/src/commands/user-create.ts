import { peopleContract } from "@countersign/core/contract"
import type { Command } from "../command.ts"
import { withPlatform } from "../with-database.ts"

export const userCreate: Command = {
  name: "user create",
  usage: "--email ADDRESS [--name NAME] [--role ROLE]",
  summary: "Invite a person and print the link that lets them in.",
  options: { email: { type: "string", required: true }, name: { type: "string" }, role: { type: "string" } },
  async run({ options, variables, print }) {
    return withPlatform(variables, async ({ change }) => {
      const role = (options.role as string | undefined) ?? "operator"
      const invitation = await change(peopleContract.invitePerson, {
        email: options.email as string,
        ...(options.name ? { name: options.name as string } : {}),
        roles: [role],
        teams: [],
      })
      print(
        invitation.link
          ? `Hand this link over; it works once: ${invitation.link}`
          : `An invitation was sent to ${options.email}.`,
      )
      return 0
    })
  },
}
