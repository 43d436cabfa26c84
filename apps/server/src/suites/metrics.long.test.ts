/** The same, and by promtool, which Debian has in its package prometheus. */
import "./metrics.test.ts"
