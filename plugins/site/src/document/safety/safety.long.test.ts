/** The same, with harm seen of every sample that does any. */
import "./safety.test.ts"
