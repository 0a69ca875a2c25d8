/** Of IntersectionObserver 2. */
type Visibility = { isVisible?: boolean | undefined };
type Tell = (entry: IntersectionObserverEntry & Visibility) => void;
/** Whom to tell of the element; it is asked one thing at a time. Of an ad, what the browser said last, since look.js reads it. */
export type Asked = Element & Visibility & { placard?: Tell | undefined };

/** One observer for all elements: four that each have their own cost a fifth of a millisecond more. */
export function makeObserver(options?: object): IntersectionObserver {
  return new IntersectionObserver((entries) => {
    // All of them: between two that are in view there may be one that was not.
    for (const entry of entries) (entry.target as Asked).placard?.(entry);
  }, options);
}

/** Of the widgets' elements, from a window's height around the window on. */
export const nearing = makeObserver({ rootMargin: '100%' });

/** Tells where the element is, now and whenever it changes; without `tell` no more, nor what is on its way. */
export function ask(observer: IntersectionObserver, element: Asked, tell?: Tell): void {
  element.placard = tell;
  // What is observed already would be told of changes only.
  observer.unobserve(element);
  if (tell) observer.observe(element);
}

/** Of the widgets' elements, and of ads. */
export let sizes: ResizeObserver;

/** @param tell whom to tell of all that changed in one frame */
export function tellSizes(tell: ResizeObserverCallback): void {
  sizes = new ResizeObserver(tell);
}
