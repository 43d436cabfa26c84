/** The same, with 200 inputs for each card. */
import "./own-cards.test.ts"
