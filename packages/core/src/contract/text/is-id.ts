/** An id as the database makes them. What else stands in its place in an address was chosen by whoever wrote the link. */
export function isId(text: string): boolean {
  return /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,19})$/i.test(text)
}
