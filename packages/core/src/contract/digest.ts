/** Tells texts apart and does not give them away: 64 bits, the same in every browser and on the server. No protection. */
export function digest(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  return ((a >>> 0).toString(36) + (b >>> 0).toString(36)).padStart(14, "0")
}
