import { defineTesting } from "@countersign/testing"
import { examples, ROOM } from "./testing/examples.ts"
import { matrix } from "./testing/matrix.ts"
import { dialogs, forms, pages, seed } from "./testing/pages.ts"

export const testing = defineTesting({
  access: matrix,
  examples,
  seed,
  pages,
  dialogs,
  forms,
  writing: {
    makers: [["notification.createChannel", "channelId"]],
    owners: [[/^notification\./, "channelId"]],
    inputs: { "notification.createChannel": ROOM },
    // A channel leads somewhere: no made-up text is a kind or an address, and what is sealed is told to nobody.
    unwritten: [
      "notification.createChannel kind",
      ...["create", "update"].flatMap((verb) =>
        ["address", "secret"].map((field) => `notification.${verb}Channel ${field}`),
      ),
    ],
  },
})
