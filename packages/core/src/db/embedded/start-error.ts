/** A start, a backup or a restore cannot go on. Its message is the whole sentence an operator sees, without a stack. */
export class StartError extends Error {
  override readonly name = "StartError"
}
