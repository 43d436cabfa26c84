import { aiWebPlugin } from "@countersign/ai/web"
import { catalogWebPlugin } from "@countersign/catalog/web"
import type { WebPlugin } from "@countersign/core/web"
import { incidentWebPlugin } from "@countersign/incident/web"

/** Every plugin of this product. Adding one is a line here and a line in apps/server. */
export const plugins: readonly WebPlugin[] = [catalogWebPlugin, incidentWebPlugin, aiWebPlugin]
