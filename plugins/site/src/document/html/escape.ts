/** Text between tags. A carriage return would come back as a line feed. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (sign) => ESCAPES[sign]!)
}

/** Between double quotes. Angle brackets too: inside `noscript` a browser that runs scripts sees text, and would end it there. */
export function escapeAttribute(value: string): string {
  return value.replace(/[&<>"\r]/g, (sign) => ESCAPES[sign]!)
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
}
