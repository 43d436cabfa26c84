/** What somebody wrote as Markdown, as the words that they meant: a page of the site shows texts, and no signs around them. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/^[ \t]{0,3}(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+)/gm, "")
    .replace(/!?\[([^[\]\n]{0,500})\]\([^()\s]{0,2000}\)/g, "$1")
    .replace(/\*\*|__|~~|`/g, "")
    .replace(/(?<![\p{L}\p{N}*])\*(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.!?])\*(?![\p{L}\p{N}*])/gu, "")
    .replace(/(?<![\p{L}\p{N}_])_(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.!?])_(?![\p{L}\p{N}_])/gu, "")
    .trim()
}
