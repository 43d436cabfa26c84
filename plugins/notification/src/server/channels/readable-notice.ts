import { spellHidden } from "@countersign/core/contract"
import type { Notice } from "../../contract.ts"

/** A mail program shows about so much of a subject. */
const LONGEST_SUBJECT = 250
/** Mattermost takes 16,383 characters, Slack more; escapes make a text longer. */
const LONGEST_TEXT = 8_000

/**
 * A notice as people may be shown it by any channel. What somebody wrote, and what a server answered to a check, stands on the lines that
 * are its own, shows the characters that nobody sees, and does not push the rest out of sight. The facts stay as they are, for machines.
 */
export function readableNotice(notice: Notice): Notice {
  const { cause, subject, lines } = notice
  let left = LONGEST_TEXT
  const shown: string[] = []
  for (const line of lines) {
    const text = clip(inLines(line), Math.max(left, 0))
    left -= text.length
    shown.push(text)
  }
  return {
    ...notice,
    subject: onOneLine(subject),
    lines: shown.filter((line, index) => line !== "" || lines[index] === ""),
    cause: cause && { ...cause, follows: cause.follows === null ? null : onOneLine(cause.follows) },
  }
}

function onOneLine(text: string): string {
  return clip(spellHidden(text.replaceAll(/\s+/gu, " ").trim()), LONGEST_SUBJECT)
}

/** Each way to end a line is one that everybody reads as such. */
function inLines(text: string): string {
  return spellHidden(text.replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/gu, "\n"))
}

function clip(text: string, longest: number): string {
  if (text.length <= longest) return text
  return longest < 2 ? "" : `${text.slice(0, longest - 1).toWellFormed()}…`
}
