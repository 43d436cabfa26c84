import { cardWords, defineSettings, line } from "@countersign/core/contract"
import { z } from "zod"

export const helloSettings = defineSettings(
  "hello",
  "Greetings",
  z.object({
    signature: cardWords(line("A signature", 40).nullable().default(null), { label: "Signature" }).describe(
      "Stands at the end of every greeting.",
    ),
  }),
)
