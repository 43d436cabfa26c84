import "./exactly-once.test.ts"
