import "./pod-kill.test.ts"
