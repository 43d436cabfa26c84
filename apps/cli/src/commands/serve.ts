import { runServer } from "@countersign/server/boot"
import type { Command } from "../command.ts"

export const serveCommand: Command = {
  name: "serve",
  usage: "",
  summary: "Serve the product; the same as npm start.",
  async run({ variables }) {
    await runServer(variables)
    // The listening socket keeps the process alive; its signals end it.
    return 0
  },
}
