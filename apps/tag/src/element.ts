/** The box that an element is in, as it is laid out: also out of a shadow tree, and out of what it was slotted into. */
export function above(element: Element): Element | null | undefined {
  return element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host;
}

/** The element and all that it is in, through shadow trees. */
export function boxesAround(element: Element): Element[] {
  const boxes: Element[] = [];
  for (let box: Element | null | undefined = element; box; box = above(box)) boxes.push(box);
  return boxes;
}

/**
 * Builds an element. Styles go through CSSOM and texts through nodes, never through markup: so the tag works on
 * pages whose CSP forbids inline styles or demands Trusted Types.
 */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  style?: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.style = style as string;
  element.append(...children);
  return element;
}
