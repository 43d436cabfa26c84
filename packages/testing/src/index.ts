export { databaseFromTemplate } from "./template.ts"
export { type AuditRow, personId, type TestPlatform, testPlatform } from "./test-platform.ts"
