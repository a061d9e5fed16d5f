/** The keys that the sandbox accepts. Its own module can't be bundled. */
export const KEYS = {
  good: "5ca1ab1e0ddba11f005ba11c0ffee5eafa11ac1d",
  inactive: "dec0de0ffbea7ed5ca1ded0ff1ced1ce0feeb1ed",
};
