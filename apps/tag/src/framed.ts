/** In another page's frame: what hides the frame, and whether its tab has the focus, can't be known from inside. Not by `self`, which a page's script may call something of its own. */
export const FRAMED = window !== top;
