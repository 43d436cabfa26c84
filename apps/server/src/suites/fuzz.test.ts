import { describeFuzz } from "./fuzz.fixture.ts"

await describeFuzz({ seed: 1, perField: 1, heavyPerVerb: 1 })
