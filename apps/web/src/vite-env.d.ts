/// <reference types="vite/client" />

/** Of the build; set in vite.config.ts. */
declare const __COUNTERSIGN_VERSION__: string
