import type { AdSize } from '@placard/domain/ad-size';
import type { WidgetType } from '@placard/domain/widget/rules';
import { Play } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { widgetsTexts } from './texts.ts';
import classes from './widgets.module.css';

type Placed = { readonly size: AdSize; readonly widthPx: number; readonly heightPx: number };

/** An ad of this type and size as a visitor sees it: artwork of an invented bakery, the mark, the frame of the type. */
export function MockAd({
  type,
  placed,
  headingTitle,
}: {
  type: WidgetType;
  placed: Placed;
  headingTitle: string;
}) {
  const t = useTexts(widgetsTexts);
  const { widthPx, heightPx } = placed;
  const mark = <small className={classes.mark}>{t('preview.ad')} ►</small>;
  if (type === 'native') {
    const empty = headingTitle.trim() === '';
    return (
      <div className={classes.native} style={{ width: widthPx }}>
        <strong className={empty ? classes.emptyHeading : undefined}>
          {empty ? t('preview.heading') : headingTitle}
        </strong>
        <Artwork widthPx={widthPx} heightPx={heightPx} />
        <p>{t('preview.text')}</p>
        {mark}
      </div>
    );
  }
  if (type === 'video') {
    return (
      <div className={classes.video} style={{ width: widthPx, height: heightPx }}>
        <Artwork widthPx={widthPx} heightPx={heightPx} />
        <span className={classes.play}>
          <Play size={Math.min(28, heightPx / 5)} />
        </span>
        <span className={classes.track} />
        {mark}
      </div>
    );
  }
  const floating = type === 'floating_sticky_ad';
  return (
    <div className={floating ? classes.sticky : 'anchor'}>
      {floating && <span className={classes.close}>{t('preview.close')} ✕</span>}
      <Artwork widthPx={widthPx} heightPx={heightPx} />
      {mark}
    </div>
  );
}

/** Lays itself out for the room there is: a column where it is high, a row where it is flat, the name alone where it is tiny. */
function Artwork({ widthPx, heightPx }: { widthPx: number; heightPx: number }) {
  const t = useTexts(widgetsTexts);
  const flat = widthPx > heightPx * 2.2;
  const roomy = widthPx >= 140 && heightPx >= 130;
  const large = Math.max(12, Math.min(widthPx / (flat ? 18 : 9), heightPx / (flat ? 3.4 : 7), 34));
  return (
    <div
      className={`row column justify-centre clipped text-centre ${classes.art} ${flat ? classes.flat : ''}`}
      style={{ width: widthPx, height: heightPx, fontSize: large }}
    >
      <strong>{t('preview.brand')}</strong>
      {(roomy || (flat && widthPx >= 300)) && <span>{t('preview.claim')}</span>}
      {(roomy || (flat && widthPx >= 440)) && <em>{t('preview.order')}</em>}
    </div>
  );
}
