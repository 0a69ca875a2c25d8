export type FormValue = string | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

/** `a[b][0]=c` → `{ a: { b: { 0: 'c' } } }`, as Stripe's clients write nested values. */
export function readForm(body: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop() ?? '';
    let place = form;
    for (const step of path) {
      const inner = place[step];
      const next = typeof inner === 'object' ? inner : {};
      place[step] = next;
      place = next;
    }
    place[last] = value;
  }
  return form;
}

export function textOf(form: FormValue | undefined, ...path: readonly string[]): string | null {
  let value = form;
  for (const step of path) {
    if (typeof value !== 'object') return null;
    value = value[step];
  }
  return typeof value === 'string' ? value : null;
}

/** The texts of one level. */
export function textsOf(form: FormValue | undefined): Record<string, string> {
  if (typeof form !== 'object') return {};
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
