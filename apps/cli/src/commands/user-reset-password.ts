import { peopleContract } from "@countersign/core/contract"
import { servicePrincipal } from "@countersign/core/host"
import { type Command, UsageError } from "../command.ts"
import { withPlatform } from "../with-database.ts"

export const userResetPassword: Command = {
  name: "user reset-password",
  usage: "--email ADDRESS",
  summary: "Print a link with which a person sets a new password.",
  options: { email: { type: "string", required: true } },
  async run({ options, variables, print }) {
    const email = (options.email as string).toLowerCase()
    return withPlatform(variables, async ({ platform, change }) => {
      const caller = platform.caller(servicePrincipal("cli"), "cli")
      const { items } = await platform.call(caller, peopleContract.listPeople, { text: email })
      const person = items.find((one) => one.email?.toLowerCase() === email)
      if (!person) throw new UsageError(`Nobody here has the address ${email}. The People page lists everyone.`)
      const { link } = await change(peopleContract.createResetLink, { id: person.id })
      print(`Hand this link over; it works once, within an hour: ${link}`)
      return 0
    })
  },
}
