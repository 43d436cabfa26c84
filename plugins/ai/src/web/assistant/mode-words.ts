import type { ReadWords } from "./read-words.ts"

/** What each mode means here and now: whose words were read decides what is still applied by itself. */
export function modesAfter({ class: worst, what }: ReadWords) {
  const asks = worst !== "own"
  return [
    {
      id: "approve" as const,
      label: "I sign changes",
      short: "I sign",
      sentence: "Every change waits on a card until somebody signs it.",
    },
    {
      id: "auto" as const,
      label: asks ? "Apply by itself, asks now" : "Apply by itself",
      short: asks ? "Asks now" : "By itself",
      sentence: [
        "Changes are made at once, in your name, and shown afterwards. Deleting waits for a signature, and so does what an administrator wants signed.",
        worst === "outside"
          ? `In this conversation every change waits now: the assistant has read text from outside${what ? ` (${what})` : ""}.`
          : worst === "colleague"
            ? `In this conversation changes wait now, unless an administrator trusts colleagues: the assistant has read what they wrote${what ? ` (${what})` : ""}.`
            : "Every change waits once the assistant has read text from outside, or what colleagues wrote while an administrator has not said to trust it.",
      ].join(" "),
    },
  ]
}
