/**
 * A name as it stands in a sentence: in quotation marks that nothing in it can end, on one line. Whoever chooses a name
 * must not be able to write the rest of the sentence, least of all of one that people sign.
 */
export function quoteName(name: string): string {
  const line = name.replaceAll(/\s+/gu, " ").trim()
  return `"${line.replaceAll(QUOTATION_MARKS, "'")}"`
}

/** All that reads as the end of a quotation or as the beginning of another; several apostrophes in a row do, too. */
const DOUBLE =
  '"\u00ab\u00bb\u02ba\u02dd\u02ee\u02f6\u05f4\u201c-\u201f\u2033\u2034\u2036\u2037\u2057\u275d\u275e\u2760\u2e42\u300c-\u300f\u3003\u301d-\u301f\uff02'
const SINGLE = "'`\u00b4\u02b9-\u02bd\u02ca\u02cb\u2018-\u201b\u2032\u2035\u2039\u203a\uff07\uff40"
const QUOTATION_MARKS = new RegExp(`[${DOUBLE}${SINGLE}]{2,}|[${DOUBLE}]`, "gu")
