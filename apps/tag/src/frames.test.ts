import { describe, expect, it } from 'vitest';
import { groundOfFrame, outlineOf, shadowsOf } from './frames.ts';

/** As Chromium computes a box that has no frame. */
const PLAIN = {
  boxSizing: 'content-box',
  width: '300px',
  height: '250px',
  outlineStyle: 'none',
  boxShadow: 'none',
};
const styled = (style: Record<string, string>) => ({ ...PLAIN, ...style }) as unknown as CSSStyleDeclaration;
const WHITE = 'rgb(255, 255, 255)';
const LIGHT = 'rgba(255, 255, 255, 0.4)';

it('reads shadows as they are computed', () => {
  expect(shadowsOf('none')).toEqual([]);
  expect(shadowsOf('rgba(0, 0, 0, 0.5) 1px -2px 3px 4px inset, rgb(255, 255, 255) 5px 6px 0px 0px')).toEqual([
    { alpha: 0.5, isInset: true, shift: [1, -2], blur: 3, spread: 4 },
    { alpha: 1, isInset: false, shift: [5, 6], blur: 0, spread: 0 },
  ]);
});

it('reads each shadow of a filter, whatever else that does', () => {
  expect(
    shadowsOf('drop-shadow(rgba(0, 0, 0, 0) 0px 0px 0px) blur(2px) drop-shadow(rgb(9, 9, 9) 0px 400px 5px)'),
  ).toEqual([
    { alpha: 0, isInset: false, shift: [0, 0], blur: 0, spread: 0 },
    { alpha: 1, isInset: false, shift: [0, 400], blur: 5, spread: 0 },
  ]);
});

it.each([
  ['solid', '10px', '-10px', WHITE, { fromPx: -10, toPx: 0, alpha: 1 }],
  ['solid', '10px', '0px', LIGHT, { fromPx: 0, toPx: 10, alpha: 0.4 }],
  ['solid', '9px', '0px', WHITE, null],
  ['none', '10px', '0px', WHITE, null],
  ['solid', '10px', '0px', 'rgba(0, 0, 0, 0.04)', null],
])(
  'an outline that is %s, %s wide, %s away and %s',
  (outlineStyle, outlineWidth, outlineOffset, outlineColor, found) => {
    expect(outlineOf(styled({ outlineStyle, outlineWidth, outlineOffset, outlineColor }))).toEqual(found);
  },
);

describe('what is drawn beside a box is hidden by its frame where that is half of it:', () => {
  const border = (width: string, colour = WHITE) =>
    Object.fromEntries(
      ['Top', 'Right', 'Bottom', 'Left'].flatMap((side) => [
        [`border${side}Width`, width],
        [`border${side}Color`, colour],
      ]),
    );
  it.each([
    ['nothing', {}, 0],
    ['a border of a third of it', border('20px'), 0],
    ['one of more than half', { ...border('80px'), boxSizing: 'border-box' }, 1],
    ['a light one', border('300px', LIGHT), 0.4],
    ['a shadow within it', { boxShadow: `${WHITE} 0px 0px 0px 100px inset` }, 1],
    [
      'two light ones',
      { boxShadow: `${LIGHT} 0px 0px 0px 100px inset, ${LIGHT} 0px 0px 0px 100px inset` },
      0.64,
    ],
    ['a blurred one', { boxShadow: `${WHITE} 0px 0px 400px 0px inset` }, 0.2],
    ['one around it', { boxShadow: `${WHITE} 0px 0px 0px 100px` }, 0],
    [
      'an outline within it',
      { outlineStyle: 'solid', outlineWidth: '200px', outlineOffset: '-200px', outlineColor: WHITE },
      1,
    ],
  ])('%s', (_, style, most) => {
    expect(groundOfFrame(styled(style as Record<string, string>))).toBeCloseTo(most, 6);
  });
});
