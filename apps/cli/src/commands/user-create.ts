import { command } from "@countersign/core/cli"
import { peopleContract } from "@countersign/core/contract"

export const userCreate = command({
  name: "user create",
  summary: "Invite a person and print the link that lets them in.",
  options: {
    email: { type: "string", required: true, value: "ADDRESS" },
    name: { type: "string" },
    role: { type: "string" },
  },
  async run({ options, print, withPlatform }) {
    return withPlatform(async ({ change }) => {
      const role = options.role ?? "operator"
      const invitation = await change(peopleContract.invitePerson, {
        email: options.email,
        ...(options.name ? { name: options.name } : {}),
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
})
