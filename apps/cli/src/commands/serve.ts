import { command } from "@countersign/core/cli"
import { runServer } from "@countersign/server/boot"

export const serveCommand = command({
  name: "serve",
  summary: "Serve the product; the same as npm start.",
  async run({ variables }) {
    await runServer(variables)
    // The listening socket keeps the process alive; its signals end it.
    return 0
  },
})
