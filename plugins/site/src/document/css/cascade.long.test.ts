/** The same, with 3,000 sheets that are made up. */
import "./cascade.test.ts"
