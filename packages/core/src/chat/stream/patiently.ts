/** A database that is away for some seconds must not cost a turn its end, nor a reader its turn. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 8) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.min(100 * 2 ** attempt, 3_000)).unref())
    }
  }
}
