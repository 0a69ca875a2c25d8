import type { ReactNode } from 'react';
import type { AdSize } from './ad-content.tsx';
import classes from './ad-preview.module.css';

export type PageKind = 'desktop' | 'phone';

/** The pages as large as they would be: a common laptop's window and the narrowest phone that is still sold. */
export const MOCK_PAGE_PX = {
  desktop: { width: 1_120, height: 900 },
  phone: { width: 360, height: 740 },
} as const satisfies Record<PageKind, AdSize>;

const SIDE_PX = 320;
const FLAT_PX = 120;

export type AdPlace = 'above' | 'side' | 'between';

/** Where such a size stands on a page: strips above the text, narrow ones beside it, the rest within. */
export function placeOf(kind: PageKind, size: AdSize): AdPlace {
  if (kind === 'phone') return 'between';
  if (size.height <= FLAT_PX && size.width > SIDE_PX) return 'above';
  return size.width <= SIDE_PX ? 'side' : 'between';
}

const Lines = ({ widths }: { widths: readonly number[] }) =>
  widths.map((width) => <span key={width} className={classes.line} style={{ width: `${width}%` }} />);

const PARAGRAPH = [100, 98, 96, 99, 62];
const OTHER_PARAGRAPH = [97, 100, 95, 41];

/** A newspaper's article in outline around an ad: enough to judge whether it stands well there. */
export function MockPage({
  kind,
  scheme,
  size,
  children,
}: {
  kind: PageKind;
  scheme: 'light' | 'dark';
  size: AdSize;
  children: ReactNode;
}) {
  const place = placeOf(kind, size);
  const ad = <div className="grid justify-centre">{children}</div>;
  return (
    <div
      className={`flex column clipped ${classes.page}`}
      data-scheme={scheme}
      data-kind={kind}
      style={MOCK_PAGE_PX[kind]}
    >
      <div className={`row gap-20 ${classes.bar}`} aria-hidden>
        <span className={classes.logo} />
        <span className="grow" />
        <span className={classes.link} />
        <span className={classes.link} />
        <span className={classes.link} />
      </div>
      {place === 'above' && ad}
      <div className={classes.columns}>
        <div className="stack grow gap-12 packed">
          <span className={classes.headline} style={{ width: '82%' }} aria-hidden />
          <span className={classes.headline} style={{ width: '46%' }} aria-hidden />
          <div className={classes.paragraph} aria-hidden>
            <Lines widths={PARAGRAPH} />
          </div>
          {place === 'between' && ad}
          <div className={classes.paragraph} aria-hidden>
            <Lines widths={OTHER_PARAGRAPH} />
          </div>
          <span className={classes.picture} aria-hidden />
          <div className={classes.paragraph} aria-hidden>
            <Lines widths={PARAGRAPH} />
          </div>
        </div>
        {kind === 'desktop' && (
          <div className={`grid rigid packed ${classes.side}`}>
            {place === 'side' && ad}
            <div className={classes.paragraph} aria-hidden>
              <Lines widths={OTHER_PARAGRAPH} />
            </div>
            <div className={classes.paragraph} aria-hidden>
              <Lines widths={PARAGRAPH} />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
