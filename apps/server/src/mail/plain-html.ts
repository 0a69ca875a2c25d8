import type { Language } from '@placard/domain/language';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A full stop after an address is not part of it, nor are the quotation marks in which it stands. */
const ADDRESS = /https?:\/\/[^\s<>"“”„«»\u2066-\u2069]+[^\s<>"“”„«».,;:)\u2066-\u2069]/g;

/** Addresses as links, found before the rest is escaped: the marks around them are letters of their own then. */
function linked(text: string): string {
  let [html, from] = ['', 0];
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const shown = escaped(address);
    html += `${escaped(text.slice(from, index))}<a href="${shown}">${shown}</a>`;
    from = index + address.length;
  }
  return html + escaped(text.slice(from));
}

const paragraphs = (text: string) =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${linked(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** Without colours of its own but those of lines: mail programs that are dark have theirs for words and links. */
const page = (content: string, language: Language | null) =>
  `<div${language === null ? '' : ` lang="${language}"`} style="max-width:600px;font-family:Inter,Arial,sans-serif;font-size:15px;line-height:1.5;overflow-wrap:anywhere">${content}</div>`;

/**
 * A mail's text as HTML: the same words, its addresses as links. Without anything that a mail program would have to fetch.
 */
export function htmlOfText(text: string, language: Language | null): string {
  return page(paragraphs(text), language);
}

/** Several texts under headings of their own, between a beginning and an end. */
export function htmlOfSections(
  begin: string,
  sections: readonly { readonly heading: string; readonly text: string }[],
  end: string,
  language: Language,
): string {
  const written = sections.map(
    ({ heading, text }) =>
      `<h2 style="margin:0 0 8px;padding-top:16px;border-top:1px solid #a8a8b3;font-size:16px;line-height:1.35">${escaped(heading)}</h2>${paragraphs(text)}`,
  );
  return page(
    `${paragraphs(begin)}${written.join('')}<div style="padding-top:16px;border-top:1px solid #a8a8b3;font-size:13px">${paragraphs(end)}</div>`,
    language,
  );
}
