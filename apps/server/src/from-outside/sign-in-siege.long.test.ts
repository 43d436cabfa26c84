import "./sign-in-siege.test.ts"
