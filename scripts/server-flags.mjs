/**
 * How Node runs the product. New objects get 16 MB instead of 64: a server at rest keeps 16 MB less of what twenty people
 * at once left behind (`npm run bench start`), and a verb over HTTP costs as much processor time as before (`npm run bench verbs`).
 */
export const serverFlags = ["--max-semi-space-size=16"]
