/** The same, behind 100,000 changes. */
import "./versions.test.ts"
