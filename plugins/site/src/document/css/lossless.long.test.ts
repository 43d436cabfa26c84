/** The same table, with every property that the browser has. */
import "./lossless.test.ts"
