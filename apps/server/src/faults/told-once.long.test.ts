import "./told-once.test.ts"
