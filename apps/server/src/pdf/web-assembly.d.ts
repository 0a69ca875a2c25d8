/** Node has it; its types leave it to those of browsers, which the server does without. */
declare namespace WebAssembly {
  function instantiate(bytes: Uint8Array): Promise<{ readonly instance: { readonly exports: unknown } }>;
}
