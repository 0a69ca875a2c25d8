import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundOf } from './painted.ts';

/** As Chromium computes a box that paints nothing. */
const CLEAR = {
  content: 'normal',
  display: 'block',
  visibility: 'visible',
  appearance: 'none',
  backdropFilter: 'none',
  borderImageSource: 'none',
  listStyleImage: 'none',
  backgroundColor: 'rgba(0, 0, 0, 0)',
  backgroundImage: 'none',
  backgroundSize: 'auto',
  backgroundAttachment: 'scroll',
  columnRuleStyle: 'none',
};
const styled = (style: Record<string, string>) => ({ ...CLEAR, ...style }) as unknown as CSSStyleDeclaration;
const BOX = { left: 0, top: 0, right: 200, bottom: 100 };
const ground = (image: string, ...at: [xPx: number, yPx: number]) =>
  groundOf(styled({ backgroundImage: image }), BOX, at);

const NONE = 'rgba(0, 0, 0, 0)';
const WHITE = 'rgb(255, 255, 255)';

describe('the ground of a box', () => {
  it.each([
    [{}, 0],
    [{ backgroundColor: WHITE }, 1],
    [{ backgroundColor: 'rgba(0, 0, 0, 0.3)' }, 0.3],
    [{ backgroundColor: 'oklch(0.5 0.1 20 / 0.25)' }, 0.25],
    [{ backgroundColor: WHITE, display: 'none' }, 0],
    [{ backgroundColor: WHITE, visibility: 'hidden' }, 0],
    [{ backgroundColor: WHITE, content: 'none' }, 0],
    [{ backgroundImage: 'url("a.png")' }, 1],
    [{ backgroundImage: `linear-gradient(${NONE}, rgba(0, 0, 0, 0.2)), url("a.png")` }, 1],
    [{ backdropFilter: 'blur(9px)' }, 1],
    [{ backdropFilter: 'contrast(0.4)' }, 1],
    [{ backdropFilter: 'contrast(0.6) saturate(2)' }, 0],
    [{ backdropFilter: 'invert(0.5)' }, 1],
    [{ backdropFilter: 'invert(1)' }, 0],
    [{ appearance: 'auto' }, 1],
    [{ borderImageSource: 'url("a.png")' }, 1],
    [{ listStyleImage: 'url("a.png")' }, 0],
    [{ listStyleImage: 'url("a.png")', display: 'list-item' }, 1],
    [{ columnRuleStyle: 'solid', columnRuleWidth: '10px', columnRuleColor: WHITE }, 1],
    [{ columnRuleStyle: 'solid', columnRuleWidth: '9px', columnRuleColor: WHITE }, 0],
    [{ content: '"x"', fontSize: '300px' }, 0],
    [{ content: '"x"', fontSize: '301px' }, 1],
  ])('%o holds back %f', (style, most) => {
    expect(groundOf(styled(style as Record<string, string>))).toBeCloseTo(most, 6);
  });

  it('is taken together of what lies over one another', () => {
    const shade = 'linear-gradient(rgba(0, 0, 0, 0.5), rgba(0, 0, 0, 0.5))';
    expect(groundOf(styled({ backgroundImage: `${shade}, ${shade}` }))).toBeCloseTo(0.75, 6);
  });
});

describe('a gradient', () => {
  it.each([
    ['down', `linear-gradient(${NONE}, ${WHITE})`, [100, 25], 0.25],
    ['to the right', `linear-gradient(90deg, ${NONE}, ${WHITE})`, [50, 90], 0.25],
    ['to the left', `linear-gradient(to left, ${NONE}, ${WHITE})`, [50, 90], 0.75],
    ['up', `linear-gradient(to top, ${NONE}, ${WHITE})`, [100, 25], 0.75],
    ['from its middle', `linear-gradient(${NONE} 50%, ${WHITE})`, [100, 75], 0.5],
    ['before its first stop', `linear-gradient(${NONE} 50%, ${WHITE})`, [100, 25], 0],
    ['after its last', `linear-gradient(${NONE}, ${WHITE} 20px)`, [100, 25], 1],
    ['in steps', `linear-gradient(${NONE} 30px, ${WHITE} 30px, ${WHITE} 60px, ${NONE} 60px)`, [1, 45], 1],
    [
      'beside the step',
      `linear-gradient(${NONE} 30px, ${WHITE} 30px, ${WHITE} 60px, ${NONE} 60px)`,
      [1, 70],
      0,
    ],
    ['with one between two', `linear-gradient(${NONE}, ${WHITE}, ${NONE})`, [1, 50], 1],
    ['with two between two', `linear-gradient(${NONE}, ${NONE}, ${WHITE}, ${WHITE})`, [1, 50], 0.5],
  ] as const)('%s', (_, image, [x, y], alpha) => {
    expect(ground(image, x, y)).toBeCloseTo(alpha, 6);
  });

  it.each([
    ['in circles', `radial-gradient(${NONE} 60%, ${WHITE})`],
    ['again and again', `repeating-linear-gradient(${NONE}, ${WHITE} 9px)`],
    ['into a corner', `linear-gradient(to right top, ${NONE}, ${WHITE})`],
    ['with a hint', `linear-gradient(${NONE}, 70%, ${WHITE})`],
  ])('that is not known at a place is as opaque as its most opaque colour: %s', (_, image) => {
    expect(ground(image, 1, 1)).toBe(1);
  });

  it('of another size or with the window is so as well', () => {
    const image = `linear-gradient(${NONE}, ${WHITE})`;
    const at = (style: Record<string, string>) =>
      groundOf(styled({ backgroundImage: image, ...style }), BOX, [1, 1]);
    expect(at({})).toBeLessThan(0.1);
    expect(at({ backgroundSize: '9px 9px' })).toBe(1);
    expect(at({ backgroundAttachment: 'fixed' })).toBe(1);
  });

  it('is nowhere more opaque than its most opaque colour, nor less than its least', () => {
    const stop = fc.record({
      alpha: fc.integer({ min: 0, max: 10 }).map((tenth) => tenth / 10),
      place: fc.option(fc.integer({ min: -50, max: 150 }), { nil: null }),
    });
    const stops = fc.array(stop, { minLength: 2, maxLength: 6 });
    const inBox = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(stops, fc.integer({ min: -720, max: 720 }), inBox, inBox, (all, angle, x, y) => {
        const written = all.map(
          ({ alpha, place }) => `rgba(0, 0, 0, ${alpha})${place === null ? '' : ` ${place}%`}`,
        );
        const found = ground(`linear-gradient(${angle}deg, ${written.join(', ')})`, x, y);
        const alphas = all.map(({ alpha }) => alpha);
        expect(found).toBeGreaterThanOrEqual(Math.min(...alphas) - 1e-9);
        expect(found).toBeLessThanOrEqual(Math.max(...alphas) + 1e-9);
      }),
    );
  });
});
