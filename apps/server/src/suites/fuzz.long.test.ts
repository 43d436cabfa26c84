import { describeFuzz } from "./fuzz.fixture.ts"

await describeFuzz({ seed: Date.now() % 2 ** 31, perField: 20, heavyPerVerb: 6 })
