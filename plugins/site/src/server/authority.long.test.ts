/** The same, with 2,000 changes. */
import "./authority.test.ts"
