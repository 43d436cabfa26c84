import { globSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { scanningFunctions } from "./scanning.fixture.ts"

/**
 * Whoever writes a function that walks a text learns here that it is to be a row of `linear-text.functions.ts`, unless it is
 * called by one that is. What reads only our own words, or few of others', stands here with what keeps it so.
 */
const NO_ROW: Readonly<Record<string, string>> = {
  "apps/server/src/serve-web.ts serveFolder": "Reads the names of files that we built.",
  "apps/web/src/frame/use-side-panel.ts useSidePanel": "Reads the path of the page, which the browser keeps short.",
  "packages/core/src/db/embedded/embedded-binaries.ts findPostgresBinaries": "Reads names of folders on this machine.",
  "packages/core/src/db/embedded/embedded-processes.ts endLeftovers": "Reads names of processes on this machine.",
  "packages/core/src/db/embedded/embedded-socket.ts makeSocketFolder": "Reads names of folders on this machine.",
  "packages/core/src/db/migration-targets.ts foreignTarget": "Reads the statements of our own migrations.",
  "packages/core/src/db/statements.ts Statements": "Reads statements that our own stores wrote, without their values.",
  "packages/core/src/db/statements.ts hiddenIn": "Reads statements that our own stores wrote, without their values.",
  "packages/core/src/db/transaction.ts LazyTransaction":
    "Reads statements that our own stores wrote, without their values.",
  "packages/core/src/identity/sign-in/password.ts verifyPassword":
    "Reads the hash that we stored; the password itself is hashed.",
  "packages/core/src/kit/inherits/reach-sql.ts raw": "Reads names of our own tables and columns.",
  "packages/core/src/secrets/seal.ts isUnbound": "Reads the first letters of what we sealed.",
  "packages/core/src/secrets/seal.ts keyIdOf": "Reads the first letters of what we sealed.",
  "packages/core/src/secrets/seal.ts open": "Reads the first letters of what we sealed.",
  "packages/core/src/secrets/seal.ts openUnbound": "Reads the first letters of what we sealed.",
  "packages/core/src/web/thing-pages.ts thingAt":
    "Reads the path of a link, and of it what stands before the next slash.",
  "packages/sandbox/src/child/strip-types.ts stripTypes":
    "Runs in the sandbox, which ends it by its time; its own expression reads Node's message.",
  "plugins/ai/src/docs/read-guide.ts indexGuide": "Reads pages of our own guide, when it is built.",
  "plugins/ai/src/docs/read-guide.ts readGuide": "Reads pages of our own guide, when it is built.",
  "plugins/ai/src/web/assistant/named-things.ts namedThings": "Reads what JSON.parse made, each of its parts once.",
  "plugins/healthcheck/src/probe/clients/postgres-frames.ts postgresFrames":
    "Counts bytes; its text is the name of the place.",
  "plugins/healthcheck/src/probe/configuration/schema-walk.ts typeOfField":
    "Looks for one full stop in the name of a field.",
  "plugins/healthcheck/src/probe/socket/read.ts SocketReader":
    "Goes on where it looked last, and ends a line of more than 8 KiB; its text is the name of the place.",
  "plugins/healthcheck/src/web/form/assert-value.ts jsonPath":
    "Reads keys of one answer, each by one class from its start.",
  "plugins/healthcheck/src/web/script/script-checker.ts createScriptChecker":
    "Reads the hundred characters before the cursor.",
  "plugins/site/src/document/commands/token-checks.ts colorProblem":
    "Refuses what has more than 200 characters before it reads any.",
  "plugins/site/src/document/css/read-color.ts readColor":
    "Refuses what has more than 100 characters before it reads any.",
  "plugins/site/src/document/css/shorthands.ts isInherited": "Looks at the first two letters of a property.",
  "plugins/site/src/document/facts/address.ts addressFrom": "Reads the first 500 characters of a title.",
  "plugins/site/src/document/facts/address.ts addressProblem":
    "Refuses what has more than 200 characters before it reads any.",
  "plugins/site/src/document/facts/host.ts hostProblem":
    "What has more than 255 letters is refused before it is walked.",
  "plugins/site/src/server/serve/visit.ts visit":
    "Reads the path of a request, which Node bounds with all headers at 16 KiB; slashes at its end are read once.",
  "plugins/site/src/server/tools/other-names.ts aliasesOf": "Reads names of our own tools.",
  "plugins/site/src/server/tools/pages/addresses.ts moveTo":
    "Reads a slug of at most 5,000 characters by a function that is measured.",
  "plugins/site/src/server/tools/pages/addresses.ts newAddress":
    "Reads a title of at most 500 characters, or a slug of at most 5,000 by a function that is measured.",
  "plugins/site/src/server/tools/run/element-words.ts elementName":
    "Looks for an id of at most 60 characters, and reads the words of that element once.",
  "plugins/site/src/server/tools/run/find-node.ts demandUnlocked":
    "Climbs from a node to those that hold it, at most 500; its text is an id of at most 60 characters.",
  "plugins/site/src/server/tools/run/find-node.ts findElement":
    "Reads an id of at most 60 characters and a document's name of at most 80.",
  "plugins/site/src/server/tools/run/find-node.ts findNode":
    "Reads an id of at most 60 characters and a document's name of at most 80.",
  "plugins/site/src/server/tools/tokens/variants.ts readVariant": "Reads the first 60 characters of a variant.",
  "plugins/site/src/web/editor/components/param-words.ts paramFrom":
    "Reads the first 60 characters of a name that somebody types.",
}

const root = join(import.meta.dirname, "../../../..")
const LIST = "packages/testing/src/linear/linear-text.functions.ts"
const files = globSync("{packages,plugins,apps}/*/src/**/*.{ts,tsx}", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/\.(?:test|fixture|mutant)\.tsx?$|\/testing(?:\/|\.ts$)|^packages\/testing\//.test(file))
const { found, reached } = scanningFunctions(root, files, LIST)

describe("functions that walk a text", () => {
  it("are found all over the product", () => {
    expect(files.length).toBeGreaterThan(1_000)
    expect(found.length).toBeGreaterThan(100)
  })

  it("are measured, or have a reason why nobody can make it long", () => {
    expect(found.filter((one) => !reached.has(one)).sort()).toEqual(Object.keys(NO_ROW).sort())
  })

  it("have reasons in sentences", () => {
    for (const reason of Object.values(NO_ROW)) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
  })
})
