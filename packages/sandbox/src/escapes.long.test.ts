/** The same attacks with nothing beside them, held to half a second. */
import "./escapes.test.ts"
