/** Every round trip, before and after it. */
import "./killed-publish.test.ts"
