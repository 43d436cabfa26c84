// The site's origin as the server opens it, alone in a process.
import { listen } from "../../apps/server/src/listen.ts"
import { openSitePlatform } from "./site-platform.ts"

const { platform } = await openSitePlatform(JSON.parse(process.env.SITE_DATABASE!))
const { port } = await listen(platform.site!, { host: "127.0.0.1", port: 0, peerAddress: (address) => address })
console.log(`listening ${port}`)
