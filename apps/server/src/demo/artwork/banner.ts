import type { AdSize } from '@placard/domain/ad-size';
import type { Brand } from './brands.ts';
import { drawText, fitText, type TextStyle, textWidth } from './lettering.ts';

/** A banner of a brand at one size, as SVG without fonts. Four layouts by the shape of the size. */
export function bannerSvg(brand: Brand, size: AdSize): string {
  const { widthPx: width, heightPx: height } = size;
  const shape = width / height;
  const inside =
    shape > 3
      ? strip(brand, width, height)
      : shape < 0.6
        ? tower(brand, width, height)
        : shape > 1.5
          ? screen(brand, width, height)
          : card(brand, width, height);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${brand.ground[0]}"/>` +
    `<stop offset="1" stop-color="${brand.ground[1]}"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#ground)"/>${inside}` +
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" fill="none" stroke="${brand.ink}" stroke-opacity=".12"/></svg>`
  );
}

function scene(brand: Brand, x: number, y: number, side: number): string {
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(side / 100).toFixed(4)})">${brand.scene}</g>`;
}

function style(height: number, colour: string, heavy = false): TextStyle {
  return { height, weight: Math.max(1, height * (heavy ? 0.155 : 0.12)), colour, tracking: heavy ? 3 : 3.4 };
}

function button(brand: Brand, right: number, top: number, height: number): { svg: string; width: number } {
  const text: TextStyle = { ...style(height * 0.3, brand.buttonInk, true), tracking: 3.4 };
  const width = textWidth(brand.button, text) + height * 0.9;
  const svg =
    `<rect x="${(right - width).toFixed(1)}" y="${top.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" ` +
    `rx="${(height / 2).toFixed(1)}" fill="${brand.buttonGround}"/>` +
    drawText(brand.button, right - width + height * 0.45, top + height * 0.35, text);
  return { svg, width };
}

function strip(brand: Brand, width: number, height: number): string {
  const side = height * 1.02;
  const press = button(brand, width - height * 0.24, height * 0.28, height * 0.44);
  const left = side + height * 0.3;
  const room = width - press.width - height * 0.55 - left;
  const name = fitText(brand.name, room * 0.42, style(height * 0.25, brand.ink, true));
  const nameWidth = textWidth(brand.name, name);
  const gap = height * 0.34;
  const claimRoom = room - nameWidth - gap;
  const wide = claimRoom > height * 1.6;
  const line = style(height * 0.165, brand.soft);
  const lines = wide
    ? brand.claim.map((text, index) =>
        drawText(
          text,
          left + nameWidth + gap,
          height * (index === 0 ? 0.27 : 0.57),
          fitText(text, claimRoom, line),
        ),
      )
    : [];
  const rule = wide
    ? `<path d="M${(left + nameWidth + gap / 2).toFixed(1)} ${height * 0.24}V${height * 0.76}" stroke="${brand.soft}" stroke-opacity=".5"/>`
    : '';
  const bigName = wide ? name : fitText(brand.name, room, style(height * 0.27, brand.ink, true));
  return (
    scene(brand, height * 0.06, -height * 0.01, side) +
    drawText(brand.name, left, (height - bigName.height) / 2, bigName) +
    rule +
    lines.join('') +
    press.svg
  );
}

function tower(brand: Brand, width: number, height: number): string {
  const room = width - 32;
  const name = fitText(brand.name, room, style(26, brand.ink, true));
  const longer = [...brand.claim].sort((a, b) => b.length - a.length)[0] ?? '';
  const line = fitText(longer, room, style(15, brand.soft));
  const widest = button(brand, 0, 0, 40).width;
  const pressHeight = Math.min(40, (40 * (width - 20)) / widest);
  const press = button(
    brand,
    (width + button(brand, 0, 0, pressHeight).width) / 2,
    height * 0.78,
    pressHeight,
  );
  const centred = (text: string, y: number, look: TextStyle) =>
    drawText(text, (width - textWidth(text, look)) / 2, y, look);
  return (
    scene(brand, -width * 0.08, height * 0.1, width * 1.16) +
    centred(brand.name, height * 0.51, name) +
    brand.claim.map((text, index) => centred(text, height * (0.6 + index * 0.045), line)).join('') +
    press.svg
  );
}

function card(brand: Brand, width: number, height: number): string {
  const side = height * 0.54;
  const room = width * 0.84;
  const left = width * 0.08;
  const name = fitText(brand.name, room, style(height * 0.085, brand.ink, true));
  const claim = brand.claim.join(' ');
  const line = fitText(claim, room, style(height * 0.046, brand.soft));
  const pressHeight = height * 0.13;
  return (
    scene(brand, width - side * 1.08, height * 0.01, side) +
    drawText(brand.name, left, height * 0.56, name) +
    drawText(claim, left, height * 0.7, line) +
    button(brand, left + button(brand, 0, 0, pressHeight).width, height * 0.81, pressHeight).svg
  );
}

function screen(brand: Brand, width: number, height: number): string {
  const side = height * 0.86;
  const left = width * 0.07;
  const room = width - side - left * 1.6;
  const name = fitText(brand.name, room, style(height * 0.105, brand.ink, true));
  const line = style(height * 0.056, brand.soft);
  const pressHeight = height * 0.14;
  return (
    scene(brand, width - side - width * 0.03, height * 0.07, side) +
    drawText(brand.name, left, height * 0.26, name) +
    brand.claim
      .map((text, index) => drawText(text, left, height * (0.44 + index * 0.1), fitText(text, room, line)))
      .join('') +
    button(brand, left + button(brand, 0, 0, pressHeight).width, height * 0.68, pressHeight).svg
  );
}
