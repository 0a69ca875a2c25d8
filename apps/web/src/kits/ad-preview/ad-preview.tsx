import type { CreativeType } from '@placard/domain/creative/rules';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { formatPercent } from '../../lib/format/number-format.ts';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { useElementWidth } from '../../ui/use-element-width.ts';
import { AdContent, type AdSize, type PreviewedAd } from './ad-content.tsx';
import classes from './ad-preview.module.css';
import { MOCK_PAGE_PX, MockPage, type PageKind } from './mock-page.tsx';
import { adPreviewTexts } from './texts.ts';

type View = 'alone' | PageKind;
type Scheme = 'light' | 'dark';

const VIEWS: readonly View[] = ['alone', 'desktop', 'phone'];
const SCHEMES: readonly Scheme[] = ['light', 'dark'];
/** Room that a page keeps free at each side of its content. */
const PAGE_EDGE_PX = 16;

/** Room that a sheet of A4 has for an ad: it does not scroll. */
const PAPER_PX = 640;

/** An ad at its true size, or on a mock page of a desktop or a phone, light or dark. */
export function AdPreview({
  ad,
  type,
  popups = true,
  of,
}: {
  ad: PreviewedAd;
  type: CreativeType | '';
  /** Whether a press on the ad may open its page. */
  popups?: boolean;
  /** What the ad is called, where several stand on a page. */
  of?: string | undefined;
}) {
  const t = useTexts(adPreviewTexts);
  const [view, setView] = useState<View>('alone');
  const [scheme, setScheme] = useState<Scheme>('light');
  const { size } = ad;
  const named = (label: string) => (of === undefined ? label : `${label}: ${of}`);
  if (size === null) return <p className="rounded faint text-centre pad-16 dashed">{t('none')}</p>;
  const content = <AdContent ad={ad} size={size} type={type} popups={popups} />;
  return (
    <figure className={`stack gap-8 no-margin`}>
      <div className="flex wrap gap-8">
        <ChoiceFilter<View>
          required
          label={t('view')}
          value={view}
          choices={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
          onChange={(next) => setView(next ?? 'alone')}
        />
        {view !== 'alone' && (
          <ChoiceFilter<Scheme>
            required
            label={t('scheme')}
            value={scheme}
            choices={SCHEMES.map((value) => ({ value, label: t(`schemes.${value}`) }))}
            onChange={(next) => setScheme(next ?? 'light')}
          />
        )}
      </div>
      {view === 'alone' ? (
        <>
          <section
            className={`framed scrolls pad-16 ${classes.stage}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the box is scrolled by keys as well
            tabIndex={0}
            aria-label={named(t('stage'))}
          >
            <div
              className={classes.slot}
              style={
                {
                  width: size.width,
                  height: size.height,
                  '--on-paper': Math.min(1, PAPER_PX / size.width),
                } as CSSProperties
              }
            >
              {content}
            </div>
          </section>
          <figcaption className="faint text-12-5">{t('size', size)}</figcaption>
        </>
      ) : (
        <OnPage kind={view} scheme={scheme} size={size} label={named(t('pageStage'))}>
          {content}
        </OnPage>
      )}
    </figure>
  );
}

function OnPage({
  kind,
  scheme,
  size,
  label,
  children,
}: {
  kind: PageKind;
  scheme: Scheme;
  size: AdSize;
  label: string;
  children: ReactNode;
}) {
  const t = useTexts(adPreviewTexts);
  const [element, width] = useElementWidth();
  const page = MOCK_PAGE_PX[kind];
  const scale = width === 0 ? 1 : Math.min(1, width / page.width);
  const fits = size.width <= page.width - 2 * PAGE_EDGE_PX;
  return (
    <>
      <section
        ref={element}
        className={`framed scrolls sunken ${classes.pageStage}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is higher than the box is scrolled by keys as well
        tabIndex={0}
        aria-label={label}
      >
        <div
          style={{
            height: page.height * scale,
            width: page.width * scale,
            margin: '0 auto',
            overflow: 'hidden',
          }}
        >
          <div style={{ width: page.width, transform: `scale(${scale})`, transformOrigin: '0 0' }}>
            <MockPage kind={kind} scheme={scheme} size={size}>
              {fits ? (
                <div className={classes.slot} style={{ width: size.width, height: size.height }}>
                  {children}
                </div>
              ) : (
                <p className="rounded paper muted text-14 text-centre pad-16 dashed">{t('tooWide')}</p>
              )}
            </MockPage>
          </div>
        </div>
      </section>
      <figcaption className="faint text-12-5">
        {t('scaled', { ...size, page: page.width, share: formatPercent(Math.round(scale * 100) / 100) })}
      </figcaption>
    </>
  );
}
