import { reservation, sdkSnippet, sdkUrl, type WidgetSnippetInput, widgetSnippet } from './snippet.ts';
import { WIDGET_ATTRIBUTE } from './tag-protocol.ts';

/** React, step 1: the page that the application is loaded into has a head like any other. */
export function reactSdkSnippet(deliveryUrl: string): string {
  return `<!-- index.html -->\n${sdkSnippet(deliveryUrl)}`;
}

/**
 * React, step 2: a component. The tag puts the ad into a shadow tree, so React's own children stay what they are; the
 * fallback is given as one piece of HTML, which React then leaves alone.
 */
export function reactWidgetSnippet(input: WidgetSnippetInput): string {
  const { embedKey, type, sizes, fallbackHtml = '' } = input;
  const lines = [`${WIDGET_ATTRIBUTE}=${jsxText(embedKey)}`];
  if (sizes.length > 0) lines.push(`style={${styleObject(reservation(type, sizes, fallbackHtml))}}`);
  if (fallbackHtml !== '')
    lines.push(`dangerouslySetInnerHTML={{ __html: ${JSON.stringify(fallbackHtml)} }}`);
  return `export function Ad() {
  return (
    <div
${lines.map((line) => `      ${line}`).join('\n')}
    />
  );
}`;
}

/** WordPress 6.3 and later, step 1: in the theme's functions.php or a plugin of the site. */
export function wordpressSdkSnippet(deliveryUrl: string): string {
  return `add_action( 'wp_enqueue_scripts', function () {
    wp_enqueue_script( 'placard', '${phpText(sdkUrl(deliveryUrl))}', array(), null, array( 'strategy' => 'async' ) );
} );`;
}

/** WordPress, step 2: a Custom HTML block, as the editor takes it when it is pasted. */
export function wordpressWidgetSnippet(input: WidgetSnippetInput): string {
  return `<!-- wp:html -->\n${widgetSnippet(input)}\n<!-- /wp:html -->`;
}

/** `min-height:250px` → `{ minHeight: '250px' }` */
function styleObject(css: string): string {
  const members = css.split(';').map((declaration) => {
    const [property = '', value = ''] = declaration.split(':');
    const name = property.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return `${name}: '${value}'`;
  });
  return `{ ${members.join(', ')} }`;
}

function jsxText(text: string): string {
  return /["{}<>&]/.test(text) ? `{${JSON.stringify(text)}}` : `"${text}"`;
}

function phpText(text: string): string {
  return text.replace(/[\\']/g, (character) => `\\${character}`);
}
