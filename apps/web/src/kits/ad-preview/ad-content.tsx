import { PREVIEW_PATH } from '@placard/contract/wire/tag-protocol';
import { type CreativeType, isCodeType } from '@placard/domain/creative/rules';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import classes from './ad-preview.module.css';
import { adPreviewTexts } from './texts.ts';

export type AdSize = { readonly width: number; readonly height: number };

/** What is shown: an image's address, code that is not saved yet, or the saved code's document on the delivery server. */
export type PreviewedAd = {
  readonly size: AdSize | null;
  readonly imageUrl?: string | null;
  readonly altText?: string;
  readonly adCode?: string | null;
  readonly frameUrl?: string | null;
};

/** Never given our origin: no `allow-same-origin`, and the document is another origin's as well. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';
/** Who judges an ad opens nothing of it by a slip of the mouse. */
const SANDBOX_WITHOUT_POPUPS = 'allow-scripts';

export function AdContent({
  ad,
  size,
  type,
  popups,
}: {
  ad: PreviewedAd;
  size: AdSize;
  type: CreativeType | '';
  popups: boolean;
}) {
  const t = useTexts(adPreviewTexts);
  const { imageUrl, altText, adCode, frameUrl } = ad;
  const frame = {
    title: t('codeTitle'),
    sandbox: popups ? SANDBOX : SANDBOX_WITHOUT_POPUPS,
    width: size.width,
    height: size.height,
  };
  if (!isCodeType(type)) {
    if (imageUrl === undefined || imageUrl === null) return <Placeholder size={size} text={t('noImage')} />;
    return <img src={imageUrl} alt={altText ?? ''} width={size.width} height={size.height} />;
  }
  if (frameUrl !== undefined && frameUrl !== null)
    return <iframe {...frame} title={frame.title} src={frameUrl} />;
  if (adCode === undefined || adCode === null || adCode.trim() === '')
    return <Placeholder size={size} text={t('noCode')} />;
  return <UnsavedCode key={adCode} adCode={adCode} frame={frame} />;
}

type Frame = { title: string; sandbox: string; width: number; height: number };

/** The delivery server's empty preview document, which takes the code as its first message. */
function UnsavedCode({ adCode, frame }: { adCode: string; frame: Frame }) {
  const config = useQuery(apiQuery(api.auth.config, undefined));
  const handed = useRef(false);
  if (config.data === undefined) return null;
  return (
    <iframe
      {...frame}
      title={frame.title}
      src={`${config.data.deliveryUrl}${PREVIEW_PATH}`}
      onLoad={(event) => {
        // Once: where the code has led its frame elsewhere since, nobody there is told anything. The document's origin
        // is opaque, so no origin can be named.
        if (handed.current) return;
        handed.current = true;
        event.currentTarget.contentWindow?.postMessage({ adCode }, '*');
      }}
    />
  );
}

function Placeholder({ size, text }: { size: AdSize; text: string }) {
  return (
    <span
      className={`paper faint text-13 text-centre grid items-centre gap-4 full-width ${classes.placeholder}`}
    >
      <strong>
        {size.width} × {size.height}
      </strong>
      {size.height >= 90 && size.width >= 120 && <span>{text}</span>}
    </span>
  );
}
