import "./scheduling.test.ts"
