/**
 * How Node runs the product. New objects get 16 MB instead of 64: a server at rest keeps about 15 MB less of what twenty people
 * at once left behind (`npm run bench start`). Processor time of a verb over HTTP did not move beyond what it varies by
 * (`npm run bench verbs`, twice each, on a busy machine).
 */
export const serverFlags = ["--max-semi-space-size=8"]
