/** The same properties, of 10,000 sequences. */
import "./properties.test.ts"
