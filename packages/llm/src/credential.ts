import { z } from "zod"

/** The fields that drivers ask for; titles and descriptions are what a form shows. */
export const apiKeyField = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, "A key is printable characters without spaces.")
  .max(4_096)
  .meta({ title: "Key", secret: true })

export const baseUrlField = z
  .url({ protocol: /^https?$/ })
  .max(2_048)
  .meta({ title: "Base URL" })
