// Read by zod when it first loads. Without it zod tries `new Function`, which the content security policy reports.
globalThis.__zod_globalConfig = { jitless: true }
