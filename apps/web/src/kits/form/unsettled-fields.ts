import { useState, useSyncExternalStore } from 'react';
import type { FieldErrors } from './schema-faults.ts';

/** How what a field worked on ended: taken into the form, let go by its person, or refused with words for the field. */
export type Outcome = 'taken' | 'dropped' | { readonly fault: string };

type State = { readonly pending: boolean; readonly faults: Readonly<FieldErrors> };

/**
 * What fields of a form still work on, an upload, and what they could not take: a save waits for the one and is refused by
 * the other, so that it never stores what was there before instead. Of each field the newest work counts.
 */
export class UnsettledFields {
  #state: State = { pending: false, faults: {} };
  #dropped = false;
  #waiting: ((goOn: boolean) => void)[] = [];
  readonly #running = new Map<string, symbol>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): State => this.#state;

  async work(field: string, work: Promise<Outcome>): Promise<void> {
    const own = Symbol(field);
    this.#running.set(field, own);
    this.#put(field);
    const outcome = await work;
    if (this.#running.get(field) === own) this.#end(field, outcome);
  }

  /** What the field works on, and what it could not take, is of no interest any more. */
  forget(field: string): void {
    if (this.#running.has(field) || field in this.#state.faults) this.#end(field, 'dropped');
  }

  /** @returns when nothing is under way any more: whether the save goes on; `false` where something was let go meanwhile. */
  settled(): Promise<boolean> {
    if (this.#running.size === 0) return Promise.resolve(true);
    this.#dropped = false;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #end(field: string, outcome: Outcome): void {
    this.#running.delete(field);
    this.#dropped ||= outcome === 'dropped';
    this.#put(field, typeof outcome === 'string' ? undefined : outcome.fault);
    if (this.#running.size > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve(!this.#dropped);
  }

  #put(field: string, fault?: string): void {
    const { [field]: _, ...others } = this.#state.faults;
    this.#state = {
      pending: this.#running.size > 0,
      faults: fault === undefined ? others : { ...others, [field]: fault },
    };
    for (const listener of this.#listeners) listener();
  }
}

/** The unsettled fields of a form: for `useAppForm`, and for the fields themselves. */
export function useUnsettledFields(): UnsettledFields {
  const [fields] = useState(() => new UnsettledFields());
  return fields;
}

export const useUnsettled = (fields: UnsettledFields): State =>
  useSyncExternalStore(fields.subscribe, fields.state);
