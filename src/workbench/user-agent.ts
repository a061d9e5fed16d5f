/** The User-Agent header for all services. Some services ban clients without one. */
export const USER_AGENT = "Triptych for VS Code";
