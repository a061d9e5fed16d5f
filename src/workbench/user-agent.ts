/** How Triptych introduces itself to every service; some ban those that do not. */
export const USER_AGENT = "Triptych for VS Code";
