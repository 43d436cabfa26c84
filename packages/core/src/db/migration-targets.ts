/** What a migration creates, changes or drops that is not in the plugin's schema; undefined where there is nothing. */
export function foreignTarget(plugin: string, sql: string): string | undefined {
  const plain = sql
    .replaceAll(/--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'/gs, " ")
    .replaceAll('"', "")
    .replaceAll(/\s+/g, " ")
  const outside =
    /\b(?:CREATE|ALTER|DROP) (?:EXTENSION|SCHEMA|ROLE|USER|DATABASE|TABLESPACE|PUBLICATION|EVENT TRIGGER)\b/i.exec(
      plain,
    )
  if (outside) return outside[0].toUpperCase()
  return (
    TARGETS.flatMap((target) => [...plain.matchAll(target)].flatMap(([, names = ""]) => names.split(/\s*,\s*/)))
      .map((name) => name.trim())
      // What is in pg_temp is gone with the connection.
      .find((name) => ![`${plugin}.`, "pg_temp."].some((schema) => name.toLowerCase().startsWith(schema)))
  )
}

const NAME = String.raw`[\w.]+`
const IF = "(?:IF (?:NOT )?EXISTS )?"
const KIND = "(?:UNLOGGED |MATERIALIZED |FOREIGN )?(?:TABLE|VIEW|FUNCTION|PROCEDURE|TYPE|DOMAIN|SEQUENCE|AGGREGATE)"

const TARGETS = [
  `\\bCREATE (?:OR REPLACE )?${KIND} ${IF}(${NAME})`,
  `\\bALTER (?:${KIND}|INDEX) ${IF}(?:ONLY )?(${NAME})`,
  `\\bDROP (?:${KIND}|INDEX) (?:CONCURRENTLY )?${IF}(${NAME}(?:\\s*,\\s*${NAME})*)`,
  `\\bCREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?${IF}(?:${NAME} )?ON (?:ONLY )?(${NAME})`,
  `\\bCREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER ${NAME} [^;]*? ON (${NAME})`,
  `\\bDROP TRIGGER ${IF}${NAME} ON (${NAME})`,
  `\\bINSERT INTO (${NAME})`,
  `\\bDELETE FROM (?:ONLY )?(${NAME})`,
  `\\bMERGE INTO (?:ONLY )?(${NAME})`,
  `\\bUPDATE (?:ONLY )?(?!SET\\b)(${NAME})(?: (?:AS )?\\w+)? SET\\b`,
  `\\bTRUNCATE (?:TABLE )?(?:ONLY )?(?!ON\\b|OR\\b)(${NAME}(?:\\s*,\\s*${NAME})*)`,
].map((text) => new RegExp(text, "gi"))
