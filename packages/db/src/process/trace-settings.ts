import { baseAddressFault } from './service-address.ts';

/** Where traces are sent: a collector that takes OTLP over HTTP, as OpenTelemetry's own names of settings say it. */
export interface TraceSettings {
  /** Of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  /** Sent along, such as a key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of all traces, 0 to 1. */
  readonly share: number;
}

const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `api-key=abc,x-tenant=7`, values percent-encoded. @returns undefined where it is something else */
function readHeaders(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [name = '', ...rest] = part.split('=');
    const value = unescaped(rest.join('=').trim());
    if (!HEADER.test(name.trim()) || rest.length === 0 || value === undefined || !VALUE.test(value))
      return undefined;
    headers[name.trim()] = value;
  }
  return headers;
}

/** Reads `OTEL_…`. Every fault is a sentence in `faults`; none repeats a header. @returns null where no collector is named */
export function readTraceSettings(
  environment: Readonly<Record<string, string | undefined>>,
  faults: string[],
): TraceSettings | null {
  const text = (name: string) => environment[name]?.trim() || undefined;
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined) return null;
  const fault = baseAddressFault('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint);
  if (fault !== null) faults.push(fault);
  const given = text('OTEL_EXPORTER_OTLP_HEADERS');
  const headers = given === undefined ? {} : readHeaders(given);
  if (headers === undefined) faults.push('OTEL_EXPORTER_OTLP_HEADERS should be name=value,name=value.');
  const share = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(share >= 0 && share <= 1)) faults.push('OTEL_TRACES_SAMPLER_ARG should be a number from 0 to 1.');
  return { endpoint: endpoint.replace(/\/+$/, ''), headers: headers ?? {}, share };
}
