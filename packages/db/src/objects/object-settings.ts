import { baseAddressFault } from '../process/service-address.ts';

/** A bucket of S3 or of something that speaks like it. */
export interface ObjectSettings {
  readonly bucket: string;
  /** Undefined: Amazon's of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Before each key; '' or with a slash at its end. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const BUCKET = /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,40}$/;
/** A part of dots alone would be taken for a step by what reads addresses. */
const PREFIX = /^(?!(?:.*\/)?\.{1,2}(?:\/|$))[\w.-]+(\/[\w.-]+)*$/;
const PREFIX_MOST = 200;
/** Stores that have no regions take this name. */
const ANY_REGION = 'us-east-1';

/**
 * Reads `PLACARD_S3_…`. Every fault is a sentence in `faults`; none of them repeats a key.
 * @returns null where no bucket is named
 */
export function readObjectSettings(
  environment: Readonly<Record<string, string | undefined>>,
  faults: string[],
): ObjectSettings | null {
  const text = (name: string) => environment[`PLACARD_S3_${name}`]?.trim() || undefined;
  const [bucket, endpoint, prefix] = [text('BUCKET'), text('ENDPOINT'), text('PREFIX')];
  const region = text('REGION') ?? ANY_REGION;
  const [accessKeyId, secretAccessKey] = [text('ACCESS_KEY_ID'), text('SECRET_ACCESS_KEY')];
  if (bucket === undefined) {
    if (endpoint !== undefined || accessKeyId !== undefined || secretAccessKey !== undefined)
      faults.push('PLACARD_S3_BUCKET is missing: the other settings of S3 go with it.');
    return null;
  }
  if (!BUCKET.test(bucket))
    faults.push(
      'PLACARD_S3_BUCKET should be the name of a bucket: 3 to 63 small letters, digits, hyphens and single dots.',
    );
  const fault = endpoint === undefined ? null : baseAddressFault('PLACARD_S3_ENDPOINT', endpoint);
  if (fault !== null) faults.push(fault);
  if (!REGION.test(region))
    faults.push('PLACARD_S3_REGION should be the name of a region, such as eu-central-1.');
  if (prefix !== undefined && (!PREFIX.test(prefix) || prefix.length > PREFIX_MOST))
    faults.push(
      `PLACARD_S3_PREFIX should be at most ${PREFIX_MOST} letters, digits, dots, hyphens and slashes between them, without . or .. between two slashes.`,
    );
  if (accessKeyId === undefined || secretAccessKey === undefined)
    faults.push(
      'PLACARD_S3_ACCESS_KEY_ID and PLACARD_S3_SECRET_ACCESS_KEY go with PLACARD_S3_BUCKET; one is missing.',
    );
  return {
    ...{ bucket, endpoint: endpoint?.replace(/\/+$/, ''), region },
    prefix: prefix === undefined ? '' : `${prefix}/`,
    ...{ accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '' },
  };
}
