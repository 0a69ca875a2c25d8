/** The zones that the browser knows, to choose from; the one in use even where it doesn't. */
export function timeZones(inUse: string): string[] {
  return [...new Set([inUse, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}
