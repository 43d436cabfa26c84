/** The one site of an installation, as its rows and its topic call it. */
export const SITE = "site"
