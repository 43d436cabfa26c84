/** The same, with as many nodes as a document can hold. */
import "./bad-input.test.ts"
