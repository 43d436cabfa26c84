import { spellHidden } from "../../contract/text/hidden-characters.ts"

/** One entry of a calendar. Its `uid` stays the same and its `sequence` rises, so that programs see it move. */
export interface CalendarEntry {
  uid: string
  sequence: number
  title: string
  description: string
  url: string | null
  startsAt: string
  endsAt: string
  changedAt: string
  cancelled: boolean
}

/** RFC 5545, every instant in UTC: a zone's name would need its rules written out beside it. */
export function writeCalendar(name: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//Countersign//${escaped(name)}//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    ...entries.flatMap((entry) => [
      "BEGIN:VEVENT",
      `UID:${entry.uid}`,
      `SEQUENCE:${entry.sequence}`,
      `DTSTAMP:${utc(entry.changedAt)}`,
      `DTSTART:${utc(entry.startsAt)}`,
      `DTEND:${utc(entry.endsAt)}`,
      `SUMMARY:${escaped(entry.title)}`,
      ...(entry.description ? [`DESCRIPTION:${escaped(entry.description)}`] : []),
      ...(entry.url ? [`URL:${entry.url}`] : []),
      `STATUS:${entry.cancelled ? "CANCELLED" : "CONFIRMED"}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join("")
}

/** `20271231T235959Z`. */
export function utc(at: string): string {
  return at.replaceAll(/[-:]|\.\d+/g, "")
}

/** A line break within a value would begin another property. Other control characters no calendar may hold; what else nobody sees is spelled. */
function escaped(text: string): string {
  const plain = text
    .replaceAll(/[\\;,]/g, "\\$&")
    .replaceAll(/\r\n|\r|\n|\u2028|\u2029/g, "\\n")
    .replaceAll(/\p{Cc}/gu, "")
  return spellHidden(plain)
}

// Octets, without the line break; the blank that a continuation begins with counts.
const LONGEST_LINE = 75

/** Between characters, never inside of one. */
function folded(line: string): string {
  let octets = 0
  let text = ""
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LONGEST_LINE) {
      text += "\r\n "
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}
