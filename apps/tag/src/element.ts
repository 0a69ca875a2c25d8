/**
 * Builds an element. Styles go through CSSOM and texts through nodes, never through markup: so the tag works on
 * pages whose CSP forbids inline styles or demands Trusted Types.
 */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  css: string,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.style.cssText = css;
  for (const key in attributes) element.setAttribute(key, attributes[key] as string);
  element.append(...children);
  return element;
}
