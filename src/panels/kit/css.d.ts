// Lets TypeScript import style sheets, which the build turns into text.
declare module "*.css" {
  const text: string;
  export default text;
}
