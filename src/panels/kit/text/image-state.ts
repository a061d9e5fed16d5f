// What is known of an image of a text. The extension loads images and reports their state to the page.

/** State of an image: requested, shown from the bytes that the extension loaded, or unavailable. */
export type ImageState =
  | { readonly kind: "loading" }
  | { readonly kind: "shown"; readonly source: string }
  /** Its server redirects to another host, which hasn't received a request from the reader yet. */
  | { readonly kind: "elsewhere"; readonly host: string }
  | { readonly kind: "failed"; readonly reason: string };
