/**
 * What the rehearsal model plays: data, given by the caller. The first script whose `match` is found in the last user
 * message is played; its nth step answers the nth time the model is asked about that message.
 */
export interface RehearsalScript {
  /** What to type to see it, told to whoever asks for something that no script knows. */
  title?: string
  /** A regular expression, matched without regard to case. */
  match: string
  /** Only where the user looks at a thing of this type, such as `catalog.system`. */
  about?: string
  /** Where a step is a list, the first whose `when` is found in the latest tool results is played, or that has none. */
  steps: readonly (RehearsalStep | readonly RehearsalStep[])[]
}

/**
 * Texts and arguments may hold `{{user}}`, `{{thing.id}}` (of what the user looks at), `{{match.1}}` (a group of `match`), `{{result.path}}` (the latest tool result)
 * and `{{results.0.path}}` (any since the user spoke, in order). A `*` in a path stands for every entry of a list, told with
 * commas between. An argument that is one mark alone keeps its type.
 */
export interface RehearsalStep {
  when?: string
  think?: string
  say?: string
  /** Says it so many times over, for measurements. */
  repeat?: number
  calls?: readonly { name: string; arguments: unknown }[]
}

/** A step with its marks filled in, cut into what counts as tokens. */
export interface RehearsedAnswer {
  think: readonly string[]
  say: readonly string[]
  calls: readonly { callId: string; name: string; arguments: string }[]
  inputTokens: number
  outputTokens: number
}
