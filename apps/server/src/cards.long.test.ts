import "./cards.test.ts"
