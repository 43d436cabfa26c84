import { CONFUSABLES_16 } from "./confusables-16.ts"

/** As a constant of the query: assigned to a variable it would be parsed for every name, which no import of thousands outlives. */
const PROTOTYPES = CONFUSABLES_16.replaceAll("'", "''")

const skeletonOf = (table: string, index: string) => `
    ALTER TABLE ${table} ADD COLUMN name_skeleton text COLLATE "C" GENERATED ALWAYS AS (platform.skeleton(name)) STORED;
    CREATE INDEX ${index} ON ${table} (name_skeleton);`

export default {
  name: "0097-name-skeletons",
  sql: /* sql */ `
    -- The skeleton of UTS 39: two names that look alike have the same one. It is for comparing, never for showing.
    CREATE FUNCTION platform.skeleton(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $skeleton$
    DECLARE
      seen text := regexp_replace(normalize(name, NFD), '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]', '', 'g');
    BEGIN
      RETURN coalesce((SELECT normalize(string_agg(coalesce('${PROTOTYPES}'::jsonb ->> letter, letter), '' ORDER BY place), NFD)
        FROM regexp_split_to_table(seen, '') WITH ORDINALITY AS letters(letter, place)), '');
    END $skeleton$;
    ${skeletonOf("platform.person", "person_by_skeleton")}
    ${skeletonOf("platform.team", "team_by_skeleton")}
    ${skeletonOf("platform.role", "role_by_skeleton")}
    ${skeletonOf("platform.application", "application_by_skeleton")}
  `,
}
