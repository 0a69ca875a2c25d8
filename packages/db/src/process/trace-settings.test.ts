import { expect, it } from 'vitest';
import { readTraceSettings } from './trace-settings.ts';

function read(settings: Record<string, string>) {
  const faults: string[] = [];
  return { settings: readTraceSettings(settings, faults), faults };
}
const AT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };

it('are sent nowhere unless a collector is named', () => {
  expect(read({ OTEL_TRACES_SAMPLER_ARG: 'x' })).toEqual({ settings: null, faults: [] });
  expect(read(AT).settings).toEqual({ endpoint: 'http://127.0.0.1:4318', headers: {}, share: 1 });
});

it('have headers and a share', () => {
  const found = read({
    ...AT,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b=, x-tenant=7',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  });
  expect(found).toEqual({
    settings: {
      endpoint: 'http://127.0.0.1:4318',
      headers: { 'api-key': 'a b=', 'x-tenant': '7' },
      share: 0.25,
    },
    faults: [],
  });
});

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://key:hunter2@collector'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector/?hunter2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=hunter2'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=hunter2%'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=hunter2%0A'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
  ['OTEL_TRACES_SAMPLER_ARG', '-0.1'],
  ['OTEL_TRACES_SAMPLER_ARG', 'all'],
])('refuses %s=%s, and repeats nothing that may be a key', (name, value) => {
  const { faults } = read({ ...AT, [name]: value });
  expect(faults).toEqual([expect.stringContaining(`${name} `)]);
  expect(faults.join('')).not.toContain('hunter2');
});
