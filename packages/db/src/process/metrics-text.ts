/** One figure for Prometheus; labels as written. */
export type Metric = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly {
    /** Of a histogram: `_bucket`, `_sum`, `_count`. */
    readonly suffix?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
};

/** Prometheus' text format, version 0.0.4. */
export function metricsText(metrics: readonly Metric[]): string {
  let text = '';
  for (const { name, help, type, samples } of metrics) {
    text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    for (const { suffix = '', labels = {}, value } of samples) {
      const inner = Object.entries(labels)
        .map(([label, content]) => `${label}="${content.replace(/["\\\n]/g, '')}"`)
        .join(',');
      text += inner === '' ? `${name}${suffix} ${value}\n` : `${name}${suffix}{${inner}} ${value}\n`;
    }
  }
  return text;
}

export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ value }] };
}

export function counter(name: string, help: string, value: number): Metric {
  return { name, help, type: 'counter', samples: [{ value }] };
}
