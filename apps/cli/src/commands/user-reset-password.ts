import { command, UsageError } from "@countersign/core/cli"
import { peopleContract } from "@countersign/core/contract"

export const userResetPassword = command({
  name: "user reset-password",
  summary: "Print a link with which a person sets a new password.",
  options: { email: { type: "string", required: true, value: "ADDRESS" } },
  async run({ options, print, withPlatform }) {
    const email = options.email.toLowerCase()
    return withPlatform(async ({ call, change }) => {
      const { items } = await call(peopleContract.listPeople, { text: email })
      const person = items.find((one) => one.email?.toLowerCase() === email)
      if (!person) throw new UsageError(`Nobody here has the address ${email}. The People page lists everyone.`)
      const { link } = await change(peopleContract.createResetLink, { id: person.id })
      print(`Hand this link over; it works once, within an hour: ${link}`)
      return 0
    })
  },
})
