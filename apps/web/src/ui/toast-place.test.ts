import { describe, expect, it } from 'vitest';
import { type Box, type Surroundings, toastPlace } from './toast-place.ts';

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const BAR = box(232, 0, 1208, 56);
const HEAD = box(256, 84, 1160, 60);
const around = (part: Partial<Surroundings>) =>
  toastPlace({
    view: { width: 1440, height: 800 },
    size: { width: 360, height: 48 },
    heads: [BAR, HEAD],
    floats: [],
    pressable: [],
    inRows: [],
    ...part,
  });
/** The button of each row of a table, 40 px apart. */
const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => box(1366, from + 40 * index, 34, 34));

describe('toasts stand top-right', () => {
  it('in the corner of an empty page, and below what is needed next', () => {
    expect(around({ heads: [] })).toEqual({ top: 16, right: 16 });
    expect(around({})).toEqual({ top: 152, right: 16 });
  });

  it('below what ends just above the middle, not below what ends there', () => {
    expect(around({ heads: [BAR, box(256, 300, 1160, 99)] }).top).toBe(407);
    expect(around({ heads: [BAR, box(256, 300, 1160, 100)] }).top).toBe(64);
  });

  it('whatever has scrolled out of the window, or ends in its lower half', () => {
    expect(around({ heads: [BAR, box(256, -90, 1160, 60), box(256, 360, 1160, 60)] }).top).toBe(64);
  });

  it('below the button of the first panel, not below one that is beside them', () => {
    expect(around({ pressable: [box(1330, 170, 70, 34)] })).toEqual({ top: 212, right: 16 });
    expect(around({ pressable: [box(300, 170, 70, 34)] })).toEqual({ top: 152, right: 16 });
    // Of two that overlap, the upper one’s end is where the next place is looked for.
    const overlapping = [box(1000, 160, 400, 20), box(1000, 170, 400, 200)];
    expect(around({ pressable: overlapping }).top).toBe(378);
    const apart = [box(1000, 155, 400, 20), box(1000, 196, 400, 10)];
    expect(around({ size: { width: 360, height: 60 }, pressable: apart }).top).toBe(214);
    // From the gap between two into the next gap that is wide enough.
    const two = [box(1000, 170, 400, 34), box(1000, 220, 400, 34)];
    expect(around({ pressable: two }).top).toBe(262);
  });

  it('beside the buttons of rows, above the middle', () => {
    expect(around({ inRows: rows(160, 20) })).toEqual({ top: 152, right: 82 });
    const narrow = { view: { width: 360, height: 740 }, size: { width: 328, height: 48 } };
    const buttons = rows(160, 20).map(({ top }) => box(310, top, 34, 34));
    expect(around({ ...narrow, heads: [], inRows: buttons })).toEqual({ top: 16, right: 16 });
    // Over rows where they leave no room, but never over the filters above them.
    const filters = [box(16, 10, 328, 34), box(16, 54, 328, 34)];
    expect(around({ ...narrow, heads: [], pressable: filters, inRows: buttons })).toEqual({
      top: 96,
      right: 16,
    });
  });

  it('below their usual place where all is full of fields', () => {
    const fields = Array.from({ length: 20 }, (_, index) => box(256, 160 + 50 * index, 1160, 36));
    expect(around({ pressable: fields })).toEqual({ top: 152, right: 16 });
  });

  it('below an open menu in whichever half, and over one that fills the window', () => {
    expect(around({ floats: [box(1200, 50, 220, 480)] })).toEqual({ top: 538, right: 16 });
    expect(around({ floats: [box(1200, 50, 220, 740)] })).toEqual({ top: 152, right: 16 });
  });
});
