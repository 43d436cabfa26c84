/** The same, with harm seen of every sample that does any. */
import "./hostile.test.ts"
