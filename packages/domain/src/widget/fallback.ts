/** A publisher's own content, written into the snippet and shown where no ad is. */
export const FALLBACK_MAX_LENGTH = 5_000;

export type FallbackIssue =
  | 'fallback_too_long'
  | 'fallback_has_script'
  | 'fallback_has_widget'
  | 'fallback_unbalanced';

/** HTML's elements without an end tag. */
const VOID = new Set('area,base,br,col,embed,hr,img,input,link,meta,param,source,track,wbr'.split(','));

/**
 * What is wrong with a fallback, or `null`. It stands inside the widget's element: so it must close whatever it opens, else
 * the rest of the page would end up in the slot. A script would run on every view, also beside an ad; it is not content.
 */
export function fallbackIssue(html: string): FallbackIssue | null {
  if (html.length > FALLBACK_MAX_LENGTH) return 'fallback_too_long';
  if (/<\s*\/?\s*script/i.test(html)) return 'fallback_has_script';
  if (/data-placard/i.test(html)) return 'fallback_has_widget';
  return isBalanced(html) ? null : 'fallback_unbalanced';
}

/** Comments, then tags whose attribute values may hold `>`; whatever else begins with `<` and a letter is a broken tag. */
const PIECE = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|<[a-z/!]/gi;

function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [piece, slash, tag, rest] of html.matchAll(PIECE)) {
    if (piece.startsWith('<!--')) continue;
    if (tag === undefined) return false;
    const name = tag.toLowerCase();
    if (slash === '/') {
      if (open.pop() !== name) return false;
    } else if (!VOID.has(name) && !isSelfClosed(name, rest ?? '')) {
      open.push(name);
    }
  }
  return open.length === 0;
}

/** A slash at the end closes only what belongs to drawings; elsewhere HTML ignores it and the element stays open. */
function isSelfClosed(name: string, rest: string): boolean {
  return (
    rest.trimEnd().endsWith('/') && /^(?:path|rect|circle|ellipse|line|polyline|polygon|use|stop)$/.test(name)
  );
}
