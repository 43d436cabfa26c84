import { describeContracts } from "@countersign/testing"
import { plugins } from "./plugins.ts"

describeContracts(plugins)
