import "./auto-mode-faults.test.ts"
