/** Why a command does not happen, as a sentence that a person or a model can act on. Thrown inside `apply` only. */
export class Refusal extends Error {
  override name = "Refusal"
}

export function refuse(reason: string): never {
  throw new Refusal(reason)
}
