import { type ReactNode, useMemo } from 'react';
import type { AppForm } from './use-app-form.ts';

/**
 * A part of a long form, drawn anew only when one of its own fields changed, not at each key that is pressed in another
 * part: lists of time zones and countries cost more than a key may.
 * @param fields every field that the part shows or looks at, by its first name (`taxRates` for `taxRates.0.percent`)
 * @param by whatever else it is drawn from
 */
export function FormPart<Values extends Record<string, unknown>>({
  form,
  fields,
  by = [],
  children,
}: {
  readonly form: AppForm<Values>;
  readonly fields: readonly (keyof Values & string)[];
  readonly by?: readonly unknown[];
  readonly children: () => ReactNode;
}) {
  const faults = Object.entries(form.errors)
    .filter(([path]) => fields.some((field) => path === field || path.startsWith(`${field}.`)))
    .map(([path, words]) => `${path} ${String(words)}`)
    .join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving out the rest of the form is what this is for
  return useMemo(children, [faults, ...fields.map((field) => form.values[field]), ...by]);
}
