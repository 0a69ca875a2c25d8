import type { Actor } from './roles.ts';

/** One permitted change of status. `guard` names a fact about the record that must be true as well. */
export type Transition<Status extends string, Guard extends string = never> = {
  readonly to: Status;
  readonly by: readonly Actor[];
  readonly guard?: Guard;
};

/** For each status the actions it allows. What is not in it is refused. */
export type StatusTable<
  Status extends string,
  Action extends string,
  Guard extends string = never,
> = Readonly<Record<Status, Readonly<Partial<Record<Action, Transition<Status, Guard>>>>>>;

export type TransitionRefusal = 'not_allowed_from_status' | 'wrong_actor' | 'guard_failed';

export type TransitionResult<Status extends string> =
  | { readonly ok: true; readonly to: Status }
  | { readonly ok: false; readonly refusal: TransitionRefusal; readonly guard?: string };

/**
 * Judges one action against a table.
 * @param facts which guards hold for this record; a guard that is missing counts as not holding.
 */
export function judgeTransition<Status extends string, Action extends string, Guard extends string>(
  table: StatusTable<Status, Action, Guard>,
  request: {
    readonly from: Status;
    readonly action: Action;
    readonly actor: Actor;
    readonly facts: Readonly<Partial<Record<Guard, boolean>>>;
  },
): TransitionResult<Status> {
  const transition = table[request.from][request.action];
  if (transition === undefined) return { ok: false, refusal: 'not_allowed_from_status' };
  if (!transition.by.includes(request.actor)) return { ok: false, refusal: 'wrong_actor' };
  if (transition.guard !== undefined && request.facts[transition.guard] !== true) {
    return { ok: false, refusal: 'guard_failed', guard: transition.guard };
  }
  return { ok: true, to: transition.to };
}

/** The actions that an actor may take now, in the table's order: the buttons of a row. */
export function allowedActions<Status extends string, Action extends string, Guard extends string>(
  table: StatusTable<Status, Action, Guard>,
  actor: Actor,
  from: Status,
  facts: Readonly<Partial<Record<Guard, boolean>>>,
): Action[] {
  const actions = Object.keys(table[from]) as Action[];
  return actions.filter((action) => judgeTransition(table, { from, action, actor, facts }).ok);
}
