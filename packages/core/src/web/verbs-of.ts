import type { AnyProcedure, ProcedureMeta } from "../contract/procedure.ts"

/**
 * Verbs by their names, for what is drawn before a contract is loaded: badges, first steps, who is signed in. The types
 * are the contract's own; nothing of it is loaded. A read, unless told otherwise. What it shows has to be named where it
 * is read (`resources`, `alsoShows`), because its rules are not known here.
 *
 * `const verb = verbsOf<typeof incidentContract>("incident")`, then `call(verb("counts"), {})`.
 */
export function verbsOf<Contract extends Record<string, AnyProcedure>>(plugin: string) {
  return <Verb extends keyof Contract & string>(
    verb: Verb,
    meta: Partial<Pick<ProcedureMeta, "effect" | "access">> = {},
  ): Contract[Verb] => {
    const known: ProcedureMeta = { id: `${plugin}.${verb}`, effect: "read", access: "signedIn", summary: "", ...meta }
    // What calls a verb reads its meta alone; the schemas are the server's.
    return { "~orpc": { meta: known } } as unknown as Contract[Verb]
  }
}
