/** At every table that is written on the way. */
import "./killed-checks.test.ts"
