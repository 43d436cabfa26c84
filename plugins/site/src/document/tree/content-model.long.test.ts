/** The same, with every element between two others. */
import "./content-model.test.ts"
