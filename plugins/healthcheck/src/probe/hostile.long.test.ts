/** The same table, one probe at a time and judged to the millisecond and the megabyte. */
import "./hostile.test.ts"
