export function findChromium(options?: { ignoreInstalled?: boolean }): {
  executablePath: string
  env: Record<string, string>
  args: string[]
}
