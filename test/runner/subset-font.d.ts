// Types for subset-font, which comes without types.
declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { readonly targetFormat: "truetype" },
  ): Promise<Buffer>;
}
