import { describeFuzz } from "./fuzz.fixture.ts"

await describeFuzz({ seed: 1, perField: 2, heavyPerVerb: 1 })
