/** The same, of 20,000 soups. */
import "./browser-tree.test.ts"
