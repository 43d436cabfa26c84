import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { databaseFields, databaseResult, queryResult } from "../configuration/sql-fields.ts"
import type { ProbeLimits } from "../limits.ts"

const config = z.strictObject(databaseFields(3306, "healthcheck"))
type Config = z.infer<typeof config>

export const mysql = {
  id: "mysql",
  title: "MySQL or MariaDB",
  description: "Signs in to a MySQL or MariaDB database, runs a query and looks at its rows.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    { id: "query", title: "Query", description: "What the query found.", result: queryResult },
    { id: "server", title: "Server", description: "What answered.", result: databaseResult },
  ],
  async probe(_target, asked: Config, limits: ProbeLimits) {
    const { queryMysql } = await import("../clients/mysql-client.ts")
    return { values: await queryMysql(asked, limits) }
  },
} satisfies Strategy<Config, unknown>
