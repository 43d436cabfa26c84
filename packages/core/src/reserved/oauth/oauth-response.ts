/** RFC 6749, 5.2: other people's clients read these, so they have other people's shape. */
export function answerOauthError(
  status: number,
  error: string,
  description: string,
  headers: Record<string, string> = {},
): Response {
  return answerOauth({ error, error_description: description }, { status, headers })
}

export function answerOauth(
  body: object,
  options: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const headers = { "cache-control": "no-store", pragma: "no-cache", ...options.headers }
  return Response.json(body, { status: options.status ?? 200, headers })
}
