import type { WidgetType } from '../widget/rules.ts';

/**
 * What the network's widgets were asked for in some whole days: by widget, country and device, and apart from that
 * by country and quarter hour. Both together would be a thousand times as much, so hours are taken to be spread over
 * a country's widgets alike: an estimate may.
 */
export type Supply = {
  /** Start of the first day with requests and end of the last; equal where there were none. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly cells: SupplyCells;
  /** Requests by country and quarter hour from `fromMs` on. */
  readonly quarters: ReadonlyMap<string, Float64Array>;
  /** All events of the network, to learn how often an impression is viewed or clicked. */
  readonly counted: { readonly impressions: number; readonly viewables: number; readonly clicks: number };
};

/** Cells in columns, for a large network has millions of them: one with so many objects took a tenth of a second to look through. */
export type SupplyCells = {
  readonly widgets: readonly SupplyWidget[];
  /** Two letters, '' = unknown. */
  readonly countries: readonly string[];
  /** `null` = unknown. */
  readonly devices: readonly (string | null)[];
  /** By cell: places in the three lists, and how many requests. */
  readonly widgetOf: Uint32Array;
  readonly countryOf: Uint16Array;
  readonly deviceOf: Uint8Array;
  readonly requests: Float64Array;
};

export type SupplyCell = {
  readonly widget: SupplyWidget;
  readonly country: string;
  readonly device: string | null;
  readonly requests: number;
};

export type SupplyWidget = {
  readonly widgetId: number;
  readonly websiteId: number;
  readonly type: WidgetType;
  readonly floorMicros: number;
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
};

/** Cells that are at hand one by one, as columns. */
export function supplyCells(cells: readonly SupplyCell[]): SupplyCells {
  const widgets = new Map(cells.map(({ widget }) => [widget.widgetId, widget]));
  const ids = [...widgets.keys()];
  const countries = [...new Set(cells.map(({ country }) => country))];
  const devices = [...new Set(cells.map(({ device }) => device))];
  return {
    ...{ widgets: [...widgets.values()], countries, devices },
    widgetOf: Uint32Array.from(cells, ({ widget }) => ids.indexOf(widget.widgetId)),
    countryOf: Uint16Array.from(cells, ({ country }) => countries.indexOf(country)),
    deviceOf: Uint8Array.from(cells, ({ device }) => devices.indexOf(device)),
    requests: Float64Array.from(cells, ({ requests }) => requests),
  };
}
