/** Stands in for the child's program, as if a script had taken it over: says what its order names, without an end. */
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)
const lies: Record<string, () => void> = {
  console: () => say({ type: "console", level: "info", text: "x".repeat(10_000) }),
  fetch: () => say({ type: "fetch", id: 1, json: "{}" }),
  "no message of ours": () => say({ type: "surprise" }),
  "no JSON": () => void process.stdout.write("x\n"),
  "no line": () => void process.stdout.write("x".repeat(1_000_000)),
}

say({ type: "ready", confined: true })
process.stdin.once("data", (order: Buffer) => {
  const lie = lies[(JSON.parse(order.toString()) as { source: string }).source]!
  const go = () => {
    // No faster than it is read: it must be stopped for what it says, not for the memory that takes.
    if (!process.stdout.writableNeedDrain) lie()
    setImmediate(go)
  }
  go()
})
