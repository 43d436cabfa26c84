import "./crash.test.ts"
