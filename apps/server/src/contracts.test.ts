import { helloPlugin } from "@countersign/hello/server"
import { describeContracts } from "@countersign/testing"
import { plugins } from "./plugins.ts"

describeContracts([...plugins, helloPlugin])
