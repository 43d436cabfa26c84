import { helloPlugin } from "@countersign/hello/server"
import { describeNames } from "@countersign/testing"
import { plugins } from "./plugins.ts"

await describeNames({
  plugins: [...plugins, helloPlugin],
  exceptions: {
    "incident.incident": "Titles of incidents repeat by nature: the same thing breaks again.",
    "incident.incident_link": "Seen only within its incident, with its whole address beside it.",
    "platform.conversation": "Seen by its owner alone, and titles of conversations repeat by nature.",
    "platform.migration": "Written by us: the name of a step of the database.",
    "platform.one_time_link": "The name that whoever accepts an invitation will have; the person is marked.",
    "platform.passkey": "Seen by its owner alone, who named it.",
  },
})
