/** The same, over 200 worlds. */
import "./history.property.test.ts"
