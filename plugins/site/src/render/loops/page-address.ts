/** Where a page of a loop is: the first at the page's own address, the others below it. */
export function pageAddress(path: string, number: number): string {
  return number === 1 ? path : `${path.endsWith("/") ? path : `${path}/`}page/${number}`
}
