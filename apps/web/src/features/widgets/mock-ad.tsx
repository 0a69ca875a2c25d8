import { type AdSize, formatAdSize } from '@placard/domain/ad-size';
import type { WidgetType } from '@placard/domain/widget/rules';
import { Image, Play, X } from 'lucide-react';
import { widgetsTexts } from '../../i18n/en/widgets.ts';
import { useTexts } from '../../i18n/texts.ts';
import classes from './preview.module.css';

type Placed = { readonly size: AdSize; readonly widthPx: number; readonly heightPx: number };

/** An ad of this type and size, drawn as the tag would place it. */
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
  const { size, widthPx, heightPx } = placed;
  const media = (
    <div className={classes.media} style={{ width: widthPx, height: heightPx }}>
      {type === 'video' ? <Play size={Math.min(44, heightPx / 2)} /> : heightPx >= 120 && <Image size={30} />}
      <span>{t('preview.adSize', { size: formatAdSize(size).replace('x', '×') })}</span>
      <small className={classes.label}>{t('preview.ad')}</small>
    </div>
  );
  if (type === 'floating_sticky_ad') {
    return (
      <div className={classes.sticky}>
        <span className={classes.close}>
          {t('preview.close')} <X size={11} />
        </span>
        {media}
      </div>
    );
  }
  if (type !== 'native') return <div className={classes.slot}>{media}</div>;
  return (
    <div className={classes.native} style={{ width: widthPx }}>
      <strong className={headingTitle.trim() === '' ? classes.emptyHeading : undefined}>
        {headingTitle.trim() === '' ? t('preview.heading') : headingTitle}
      </strong>
      {media}
      <p>{t('preview.text')}</p>
    </div>
  );
}
