// Types for subset-font, which has none of its own.
declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { readonly targetFormat: "truetype" },
  ): Promise<Buffer>;
}
