/**
 * The app's question, as `/oauth/authorize` handed it on: its query in one base64url word, which neither the router nor
 * signing in has a reason to rewrite. Empty for anything else; the server then says what is missing.
 */
export function readAuthorizationRequest(search: string): string {
  const word = new URLSearchParams(search).get("request") ?? ""
  try {
    return atob(word.replaceAll("-", "+").replaceAll("_", "/"))
  } catch {
    return ""
  }
}
