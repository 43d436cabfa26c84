import "./killed-tools.test.ts"
