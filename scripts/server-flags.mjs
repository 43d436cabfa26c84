/**
 * How Node runs the product. New objects get 16 MB instead of 64: a server at rest keeps about 15 MB less of what twenty people
 * at once left behind (`npm run bench start`). Processor time of a verb over HTTP did not move beyond what it varies by
 * (`npm run bench verbs`, twice each, on a busy machine).
 * Objects get 1 GB instead of a share of the machine's memory: the less they may have, the sooner garbage is collected. A server that runs
 * 5,000 checks a minute keeps 59 MB alive; it took 273 MB before and 182 since. A check cost 419 and 525 us of the processor, on a busy machine
 * (`npm run bench monitoring`).
 */
export const serverFlags = ["--max-semi-space-size=8", "--max-old-space-size=1024"]
