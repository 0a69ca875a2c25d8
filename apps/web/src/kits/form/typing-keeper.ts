export type Typed = Readonly<Record<string, unknown>>;

/** What was typed in a form that nobody could send any more. */
export type TypedForm = { readonly title: string; readonly place: string; readonly typed: Typed };

/** Whoever was thrown out and comes back later begins anew. */
export const KEPT_MS = 60 * 60_000;

const SECRET =
  /password|totp|secret|token|api_?key|iban|^bic$|swift|routing|^account(name|number)$|^bank|paypal|card(number|holder)|cvc/i;

/** Whether what is typed in a field must not outlive its session. @param begins what the field holds at first: a choice has one already, a one-time code hasn't */
export function isSecretField(field: string, begins: unknown): boolean {
  return SECRET.test(field) || (field === 'code' && begins === '');
}

/** The same form again: at the same address, under the same title, and beginning with the very same. */
export function placeOf(pathname: string, title: string, begins: Typed): string {
  const open = Object.entries(begins).filter(([field, value]) => !isSecretField(field, value));
  return JSON.stringify([pathname, title, open]);
}

/** What of a form's values was typed and may be kept; null where nothing was. */
export function typedOf(begins: Typed, values: Typed, isDirty: (field: string) => boolean): Typed | null {
  const typed = Object.entries(values).filter(
    ([field]) => !isSecretField(field, begins[field]) && isDirty(field),
  );
  return typed.length === 0 ? null : Object.fromEntries(typed);
}

/** Holds what was typed for whoever typed it, in the memory of the page and for an hour. */
export class TypingKeeper {
  #kept: { readonly whose: string; readonly untilMs: number; forms: readonly TypedForm[] } | null = null;
  #end: ReturnType<typeof setTimeout> | undefined;

  keep(whose: string, forms: readonly TypedForm[], nowMs: number): void {
    const before = this.of(whose, nowMs).filter(({ place }) => forms.every((form) => form.place !== place));
    this.forget();
    if (forms.length + before.length === 0) return;
    this.#kept = { whose, untilMs: nowMs + KEPT_MS, forms: [...before, ...forms] };
    // A machine that slept is woken later than this: the time is looked at as well.
    this.#end = setTimeout(() => this.forget(), KEPT_MS);
  }

  /** What is kept for them. What is another's is forgotten at once. */
  of(whose: string, nowMs: number): readonly TypedForm[] {
    if (this.#kept !== null && (this.#kept.whose !== whose || nowMs >= this.#kept.untilMs)) this.forget();
    return this.#kept?.forms ?? [];
  }

  /** Gives it out once. */
  take(whose: string, place: string, nowMs: number): Typed | null {
    const found = this.of(whose, nowMs).find((form) => form.place === place);
    if (found === undefined || this.#kept === null) return null;
    this.#kept.forms = this.#kept.forms.filter((form) => form !== found);
    return found.typed;
  }

  forget(): void {
    clearTimeout(this.#end);
    this.#kept = null;
  }
}
