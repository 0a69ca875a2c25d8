import { creativesTexts } from '../../i18n/en/creatives.ts';
import { useTexts } from '../../i18n/texts.ts';
import classes from './creatives.module.css';
import { type Size, sizeText } from './size-text.ts';

/** What is shown: an image's address, code that is not saved yet, or the saved code's document on the delivery server. */
export type Previewed = {
  readonly size: Size | null;
  readonly imageUrl?: string | null;
  readonly altText?: string;
  readonly adCode?: string | null;
  readonly frameUrl?: string | null;
};

const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** The creative at its true size; what is wider than the page scrolls inside its box. */
export function CreativePreview({
  previewed,
  type,
}: {
  previewed: Previewed;
  type: 'image' | 'third_party' | '';
}) {
  const t = useTexts(creativesTexts);
  const { size } = previewed;
  if (size === null) return <p className={classes.noPreview}>{t('preview.none')}</p>;
  const unsaved = type === 'third_party' && (previewed.frameUrl ?? null) === null && hasCode(previewed);
  return (
    <figure className={classes.preview}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the box is scrolled by keys as well */}
      <section className={classes.stage} tabIndex={0} aria-label={t('preview.stage')}>
        <div className={classes.slot} style={{ width: size.width, height: size.height }}>
          <Shown previewed={previewed} size={size} type={type} />
        </div>
      </section>
      <figcaption>
        {t('preview.size', size)}
        {unsaved && <span className={classes.codeHint}>{t('preview.codeHint')}</span>}
      </figcaption>
    </figure>
  );
}

function hasCode({ adCode }: Previewed): boolean {
  return adCode !== undefined && adCode !== null && adCode.trim() !== '';
}

function Shown({ previewed, size, type }: { previewed: Previewed; size: Size; type: string }) {
  const t = useTexts(creativesTexts);
  const { imageUrl, altText, adCode, frameUrl } = previewed;
  if (type === 'third_party') {
    if (frameUrl === undefined || frameUrl === null) {
      if (!hasCode(previewed)) return <Placeholder size={size} text={t('preview.noCode')} />;
      return (
        <iframe
          title={t('preview.codeTitle')}
          sandbox={SANDBOX}
          srcDoc={codeDocument(adCode ?? '')}
          width={size.width}
          height={size.height}
        />
      );
    }
    return (
      <iframe
        title={t('preview.codeTitle')}
        sandbox={SANDBOX}
        src={frameUrl}
        width={size.width}
        height={size.height}
      />
    );
  }
  if (imageUrl === undefined || imageUrl === null)
    return <Placeholder size={size} text={t('preview.noImage')} />;
  return <img src={imageUrl} alt={altText ?? ''} width={size.width} height={size.height} />;
}

function Placeholder({ size, text }: { size: Size; text: string }) {
  return (
    <span className={classes.placeholder}>
      <strong>{sizeText(size)}</strong>
      {size.height >= 90 && size.width >= 120 && <span>{text}</span>}
    </span>
  );
}

/** Never given our origin: the sandbox has no `allow-same-origin`. */
function codeDocument(code: string): string {
  return `<!doctype html><meta charset="utf-8"><style>html,body{margin:0;overflow:hidden}</style>${code}`;
}
