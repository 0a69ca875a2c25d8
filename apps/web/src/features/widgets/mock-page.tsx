import type { AdSize } from '@placard/domain/ad-size';
import { useTexts } from '../../i18n/texts.ts';
import { completeSize } from '../../kits/form/size-value.ts';
import { MockAd } from './mock-ad.tsx';
import { MOCK_PAGES, type MockDevice, placedAd, reservedHeight } from './mock-placement.ts';
import { widgetsTexts } from './texts.ts';
import type { WidgetValues } from './widget-values.ts';
import classes from './widgets.module.css';

export type Filling = 'ad' | 'none';

/**
 * A page of text as a publisher may have it, with the widget in it at its true size. It is a picture: nothing in it can be
 * reached, and the publisher's own content runs in a frame without any right.
 */
export function MockPage({
  values,
  domain,
  device,
  filling,
  scale,
}: {
  values: WidgetValues;
  domain: string;
  device: MockDevice;
  filling: Filling;
  scale: number;
}) {
  const t = useTexts(widgetsTexts);
  const page = MOCK_PAGES[device];
  const sizes = values.sizes.flatMap((value) => completeSize(value) ?? []);
  const floating = values.type === 'floating_sticky_ad';
  const placed = placedAd(values.type, sizes, page);
  const ad = filling === 'ad' && placed !== null && (
    <MockAd type={values.type} placed={placed} headingTitle={values.headingTitle} />
  );
  return (
    <div
      role="img"
      aria-label={t('preview.pageLabel', { domain })}
      className={`anchor rigid clipped rounded ${classes.page} ${classes[device]}`}
      style={{ width: page.widthPx, height: page.heightPx, transform: `scale(${scale})` }}
    >
      <div className={`flex between gap-20 ${classes.bar}`}>
        <strong>{domain}</strong>
        <span className={classes.nav}>
          <span>{t('preview.page.navOne')}</span>
          <span>{t('preview.page.navTwo')}</span>
          <span>{t('preview.page.navThree')}</span>
        </span>
      </div>
      <div className={classes.column} style={{ width: page.columnPx }}>
        <small>{t('preview.page.kicker')}</small>
        <b>{t('preview.page.headline')}</b>
        <i>{t('preview.page.byline')}</i>
        <p>{t('preview.page.first')}</p>
        {!floating && sizes.length > 0 && (
          <Place
            values={values}
            sizes={sizes}
            filled={placed !== null}
            filling={filling}
            columnPx={page.columnPx}
          >
            {ad}
          </Place>
        )}
        <p>{t('preview.page.second')}</p>
        <p>{t('preview.page.third')}</p>
        <p>{t('preview.page.fourth')}</p>
      </div>
      {floating && ad && <div className={classes.floating}>{ad}</div>}
    </div>
  );
}

/** The widget's element: it keeps the room that its snippet reserves, whatever comes. */
function Place({
  values,
  sizes,
  filled,
  filling,
  columnPx,
  children,
}: {
  values: WidgetValues;
  sizes: readonly AdSize[];
  filled: boolean;
  filling: Filling;
  columnPx: number;
  children: React.ReactNode;
}) {
  const t = useTexts(widgetsTexts);
  const heightPx = reservedHeight(values.type, sizes, columnPx);
  const showsFallback = filling === 'none' || !filled;
  return (
    <div className={`row column ${classes.place}`} style={{ minHeight: heightPx }}>
      {showsFallback
        ? values.fallbackHtml !== '' && (
            <iframe
              title={t('preview.fallbackTitle')}
              sandbox=""
              tabIndex={-1}
              srcDoc={fallbackDocument(values.fallbackHtml)}
              width={columnPx}
              height={heightPx}
            />
          )
        : children}
    </div>
  );
}

/** In the type of the page around it; an empty sandbox runs nothing and leads nowhere. */
function fallbackDocument(html: string): string {
  return `<!doctype html><meta charset="utf-8"><style>body{margin:0;font:17px/1.6 Georgia,serif;color:#222}</style>${html}`;
}
