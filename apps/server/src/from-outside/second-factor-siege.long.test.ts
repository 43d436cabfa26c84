import "./second-factor-siege.test.ts"
