import { Fragment } from 'react';
import { partsOfAddress } from './address-parts.ts';

/** A domain, an address of mail or of a page, which in two lines breaks between its parts and not within a word. */
export function Address({ text }: { text: string }) {
  return partsOfAddress(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
