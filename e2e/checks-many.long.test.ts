// With 5,000 checks of 1,000 systems.
import "./checks-many.test.ts"
