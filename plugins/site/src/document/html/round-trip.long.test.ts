/** The same, with a page of 5 MB. */
import "./round-trip.test.ts"
