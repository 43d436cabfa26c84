import { defineContract } from "@countersign/core/contract"
import { channelProcedures } from "./contract/channel.ts"
import { deliveryProcedures } from "./contract/delivery.ts"
import { subscriptionProcedures } from "./contract/subscription.ts"
import { upkeepProcedures } from "./contract/upkeep.ts"

export * from "./contract/access.ts"
export * from "./contract/channel.ts"
export * from "./contract/delivery.ts"
export * from "./contract/subscription.ts"

export const notificationContract = defineContract("notification", {
  ...subscriptionProcedures,
  ...channelProcedures,
  ...deliveryProcedures,
  ...upkeepProcedures,
})
