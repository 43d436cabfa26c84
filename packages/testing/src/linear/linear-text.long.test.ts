import { describeLinearText } from "./linear-text.fixture.ts"

describeLinearText(1024 * 1024, { enoughMs: 100, mostMs: 100 })
