import { cardWords, defineSettings } from "@countersign/core/contract"
import { z } from "zod"

export const siteSettings = defineSettings(
  "site",
  "Site",
  z.object({
    mediaMegabytes: cardWords(z.int().min(1).max(1_000_000).default(2_000), {
      label: "Room for pictures, films, fonts and files, in MB",
    }).describe("They lie in the database, so a backup grows with them. One file has at most 25 MB."),
  }),
)
