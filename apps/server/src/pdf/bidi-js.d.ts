/** The package's types describe its CommonJS file as if it had a default export; this is the file that has one. */
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js';

  export default function bidiFactory(): Bidi;
}
