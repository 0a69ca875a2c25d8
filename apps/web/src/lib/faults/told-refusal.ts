import type { ErrorCode } from '@placard/contract/error-catalogue';
import { ApiError, type ApiIssue, INVALID_ANSWER, messageOf } from './api-error.ts';
import { besides, failureText, isVersionConflict } from './failure-text.ts';

/** What is taken already is a matter of one field, wherever a form has it. */
const FIELD_OF_CONFLICT: Readonly<Record<string, string>> = {
  domain_taken: 'domain',
  view_name_taken: 'name',
  email_taken: 'email',
  member_already: 'email',
} satisfies { readonly [Code in ErrorCode]?: string };

export type FormSide = {
  /** What did not work, in the form's words. */
  readonly failed: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** From the server's path to the form's field. */
  readonly mapPath: (path: string) => string;
  /** Whether the form can load the newest state of what it saves. */
  readonly renews: boolean;
};

/** Where a form tells why its submit failed: at fields, in the form, or by offering the newest state. */
export type ToldRefusal = {
  readonly fields: Readonly<Record<string, string>>;
  readonly inForm: string | null;
  readonly conflict: boolean;
};

function told({ fields = {}, inForm = null, conflict = false }: Partial<ToldRefusal>): ToldRefusal {
  return { fields, inForm, conflict };
}

function ofIssues(issues: readonly ApiIssue[], error: ApiError, form: FormSide): ToldRefusal {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of issues) {
    const field = form.mapPath(path);
    if ((field.split('.')[0] ?? '') in form.values) fields[field] ??= message;
    else others.push(message);
  }
  if (others.length === 0) return told({ fields });
  // What only says that there are issues helps nobody: they say it themselves.
  const said = error.code === 'invalid_input' ? others.join(' ') : error.message;
  return told({ fields, inForm: besides(form.failed, said) });
}

/**
 * Each refusal is told once: at its fields where the form has them, else in the form, with the screen's words and the
 * server's; of a record that was saved elsewhere meanwhile by what loads it anew.
 */
export function toldRefusal(error: unknown, form: FormSide): ToldRefusal {
  if (form.renews && isVersionConflict(error)) return told({ conflict: true });
  if (!(error instanceof ApiError)) return told({ inForm: form.failed });
  if (error.issues.length > 0) return ofIssues(error.issues, error, form);
  const field = FIELD_OF_CONFLICT[error.code];
  if (field !== undefined && field in form.values) {
    return told({ fields: { [field]: messageOf(error, form.failed) } });
  }
  // Whether it was done nobody knows: that is more than that it failed.
  if (error.code === INVALID_ANSWER) return told({ inForm: besides(form.failed, error.message) });
  return told({ inForm: failureText(form.failed, error) });
}
