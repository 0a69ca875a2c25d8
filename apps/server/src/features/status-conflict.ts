import {
  type CannotOf,
  type StatusOf,
  type StatusSubject,
  statusRefusal,
} from '@placard/contract/status-refusals';
import { AppError } from '../api/app-error.ts';

/** `conflict_status` that names the present status: "The campaign is archived now, so it cannot be paused." */
export function statusConflict<Subject extends StatusSubject>(
  subject: Subject,
  status: StatusOf<Subject>,
  cannot: CannotOf<Subject>,
): AppError {
  return new AppError('conflict_status', statusRefusal(subject, status, cannot));
}
