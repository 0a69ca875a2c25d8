/** In another page's frame: what hides the frame, and whether its tab has the focus, can't be known from inside. */
export const FRAMED = self !== top;
