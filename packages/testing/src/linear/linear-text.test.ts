import { describeLinearText } from "./linear-text.fixture.ts"

// Small enough for every run, and what is not linear is told by it: the expressions that masked before took 19 s.
describeLinearText(64 * 1024, { enoughMs: 40, mostMs: 400 })
