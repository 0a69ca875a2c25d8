const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Addresses as links; a full stop after one is not part of it. */
const linked = (text: string) =>
  text.replace(
    /https?:\/\/[^\s<]+[^\s<.,;:)]/g,
    (address) => `<a href="${address}" style="color:#4f46c8">${address}</a>`,
  );

/**
 * A mail's text as HTML: the same words, its addresses as links. Without anything that a mail program would have to fetch.
 */
export function htmlOfText(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map(
      (paragraph) => `<p style="margin:0 0 16px">${linked(escaped(paragraph)).replaceAll('\n', '<br>')}</p>`,
    );
  return `<div style="max-width:600px;font-family:Inter,Arial,sans-serif;font-size:15px;line-height:1.5;color:#1c1c22">${paragraphs.join('')}</div>`;
}
