import { procedure } from "@countersign/core/contract"
import { z } from "zod"
import { chatAccess } from "./access.ts"

const Option = z.string().trim().min(1, "An option says something.").max(120, "An option has at most 120 characters.")

export const Question = z.object({ question: z.string(), options: z.array(z.string()) })
export type Question = z.infer<typeof Question>

export const askProcedures = {
  askOperator: procedure({
    summary: "Ask the operator a question with up to six answers to choose from. Their next message answers it.",
    effect: "read",
    access: chatAccess.read,
    input: z.object({
      question: z.string().trim().min(1, "Ask something.").max(500, "A question has at most 500 characters."),
      options: z
        .array(Option)
        .min(1, "Offer at least one answer.")
        .max(6, "Offer at most six answers.")
        .refine((options) => new Set(options).size === options.length, "Offer each answer once.")
        .describe("Answers to choose from, each as the operator would say it."),
    }),
    output: Question,
  }),
}
