import { z } from "zod"

/** A text of several lines, which may be empty. */
export function paragraph(max: number) {
  return z
    .string()
    .trim()
    .max(max, `This text has at most ${max} characters.`)
    .refine((text) => !text.includes("\u0000"), "This text has a character that cannot be stored.")
}
