/** The same, with 20,000 selectors that are made up. */
import "./selectors.test.ts"
