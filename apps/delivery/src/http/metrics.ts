/** One figure for Prometheus; labels as written. */
export type Metric = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
};

/** Prometheus' text format, version 0.0.4. */
export function metricsText(metrics: readonly Metric[]): string {
  let text = '';
  for (const { name, help, type, samples } of metrics) {
    text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    for (const { labels = {}, value } of samples) {
      const inner = Object.entries(labels)
        .map(([label, content]) => `${label}="${content.replace(/["\\\n]/g, '')}"`)
        .join(',');
      text += inner === '' ? `${name} ${value}\n` : `${name}{${inner}} ${value}\n`;
    }
  }
  return text;
}
