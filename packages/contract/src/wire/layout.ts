/**
 * Layouts of bytes, big-endian. A table of fields in their order says everything: where each lies, how long the whole is,
 * how it is written and how it is read. Writer and reader are made as code once, when a module is loaded, and are then as
 * fast as ones written by hand: they run for every decision and every event. No browser loads this.
 */
type FieldValues = {
  u8: number;
  /** The lowest bit of a byte. */
  flag: boolean;
  /** The two lowest bits of a byte. */
  u2: 0 | 1 | 2 | 3;
  u16: number;
  u32: number;
  u48: number;
  u64: bigint;
  f64: number;
  /** Two ASCII letters, '' where unknown. */
  letters: string;
};
/** A number stands for so many bytes that are written as zeros and not read: nothing, or what the caller moves as it is. */
type FieldType = keyof FieldValues | number;
type Fields = Readonly<Record<string, FieldType>>;
type NamesOf<Of extends Fields, Type> = {
  [Name in keyof Of]: Of[Name] extends Type ? Name : never;
}[keyof Of];

export type ValuesOf<Of extends Fields> = {
  readonly [Name in NamesOf<Of, keyof FieldValues>]: Of[Name] extends keyof FieldValues
    ? FieldValues[Of[Name]]
    : never;
};

export type Layout<Of extends Fields> = {
  /** Where each field lies. */
  readonly at: { readonly [Name in keyof Of]: number };
  readonly bytes: number;
  readonly write: (view: DataView, offset: number, values: ValuesOf<Of>) => void;
  readonly read: (view: DataView, offset: number) => ValuesOf<Of>;
};

type Codec = { readonly bytes: number; readonly put: string; readonly get: string };

/** `@` stands for the place, `#` for the value. */
const CODECS: Readonly<Record<keyof FieldValues, Codec>> = {
  u8: { bytes: 1, put: 'view.setUint8(@, #)', get: 'view.getUint8(@)' },
  flag: { bytes: 1, put: 'view.setUint8(@, # ? 1 : 0)', get: '(view.getUint8(@) & 1) !== 0' },
  u2: { bytes: 1, put: 'view.setUint8(@, #)', get: 'view.getUint8(@) & 3' },
  u16: { bytes: 2, put: 'view.setUint16(@, #)', get: 'view.getUint16(@)' },
  u32: { bytes: 4, put: 'view.setUint32(@, #)', get: 'view.getUint32(@)' },
  u48: { bytes: 6, put: 'putU48(view, @, #)', get: 'u48At(view, @)' },
  u64: { bytes: 8, put: 'view.setBigUint64(@, #)', get: 'view.getBigUint64(@)' },
  f64: { bytes: 8, put: 'view.setFloat64(@, #)', get: 'view.getFloat64(@)' },
  letters: { bytes: 2, put: 'view.setUint16(@, pairOf(#))', get: 'lettersOf(view.getUint16(@))' },
};

function putU48(view: DataView, offset: number, value: number): void {
  view.setUint16(offset, Math.floor(value / 2 ** 32));
  view.setUint32(offset + 2, value % 2 ** 32);
}

export function u48At(view: DataView, offset: number): number {
  return view.getUint16(offset) * 2 ** 32 + view.getUint32(offset + 2);
}

function pairOf(text: string): number {
  return text.length === 2 ? text.charCodeAt(0) * 256 + text.charCodeAt(1) : 0;
}

export function lettersOf(pair: number): string {
  return pair === 0 ? '' : String.fromCharCode(pair >>> 8, pair & 255);
}

function bytesOf(type: FieldType): number {
  return typeof type === 'number' ? type : CODECS[type].bytes;
}

function zeros(at: number, bytes: number): string {
  const code: string[] = [];
  for (let done = 0; done < bytes; ) {
    const step = bytes - done >= 4 ? 4 : 1;
    code.push(`view.setUint${step * 8}(offset + ${at + done}, 0)`);
    done += step;
  }
  return code.join(';');
}

/** What stands before the fields: how long it is, how it is written, and what it must be for the rest to be read. */
type Lead = { readonly bytes: number; readonly put: string; readonly check: string };

function made<const Of extends Fields>(fields: Of, lead: Lead): Layout<Of> {
  const at: Record<string, number> = {};
  const writes = [lead.put];
  const reads: string[] = [];
  let { bytes } = lead;
  for (const [name, type] of Object.entries(fields)) {
    if (!/^\w+$/.test(name)) throw new RangeError(`${name} is no name of a field`);
    at[name] = bytes;
    if (typeof type === 'number') {
      writes.push(zeros(bytes, type));
    } else {
      const place = `offset + ${bytes}`;
      writes.push(CODECS[type].put.replace('@', place).replace('#', `values.${name}`));
      reads.push(`${name}: ${CODECS[type].get.replace('@', place)}`);
    }
    bytes += bytesOf(type);
  }
  const code = `return {
    write(view, offset, values) { ${writes.join(';\n').replace('BYTES', String(bytes))} },
    read(view, offset) { ${lead.check} return { ${reads.join(',\n')} }; },
  }`;
  const make = new Function('putU48', 'u48At', 'pairOf', 'lettersOf', code);
  const functions: Pick<Layout<Of>, 'write' | 'read'> = make(putU48, u48At, pairOf, lettersOf);
  return { at: at as Layout<Of>['at'], bytes, ...functions };
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

let lastBytes: Uint8Array | null = null;
let lastView: DataView = new DataView(new ArrayBuffer(0));

/** For writers, who put thousands of records into one buffer: the view of the bytes that were asked for last is made once. */
export function keptViewOf(bytes: Uint8Array): DataView {
  if (bytes !== lastBytes) {
    lastView = viewOf(bytes);
    lastBytes = bytes;
  }
  return lastView;
}

/** Puts `bytes` at their place, no more than fit there. */
export function putBytes(target: Uint8Array, at: number, bytes: Uint8Array, most: number): void {
  target.set(bytes.byteLength === most ? bytes : bytes.subarray(0, most), at);
}

/** Where fields lie in what they are a part of, which begins at `start`. */
export function placesWithin<At extends Readonly<Record<string, number>>>(start: number, at: At): At {
  return Object.fromEntries(Object.entries(at).map(([name, place]) => [name, start + place])) as At;
}

/** Fields one after the other. */
export function layout<const Of extends Fields>(fields: Of): Layout<Of> {
  return made(fields, { bytes: 0, put: '', check: '' });
}

/** Where every record of the spool names its kind, behind its length (u16). */
export const RECORD_TYPE_AT = 2;

/**
 * A record of the spool: u16 length and u8 type, then the fields. Where more than the fields follows, the caller writes its
 * own length over theirs.
 */
export function recordLayout<const Of extends Fields>(type: number, fields: Of): Layout<Of> {
  const put = `view.setUint16(offset, BYTES); view.setUint8(offset + ${RECORD_TYPE_AT}, ${type})`;
  return made(fields, { bytes: 3, put, check: '' });
}

export type TokenLayout<Of extends Fields> = Omit<Layout<Of>, 'read'> & {
  /** @returns `null` where it is none of this version. The MAC must have been checked before anything in it is believed. */
  readonly read: (view: DataView, offset: number) => ValuesOf<Of> | null;
};

/** The payload of a token, which its version sets apart from every other kind: u8 version, then the fields. */
export function tokenLayout<const Of extends Fields>(version: number, fields: Of): TokenLayout<Of> {
  const check = `if (view.getUint8(offset) !== ${version}) return null;`;
  return made(fields, { bytes: 1, put: `view.setUint8(offset, ${version})`, check });
}
