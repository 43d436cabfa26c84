/** Verbs about proposals are open to everyone, so what they show has to be named. */
export const PROPOSALS = ["ai.proposal"]

export function signaturePath(id: string): string {
  return `/signatures/${id}`
}
