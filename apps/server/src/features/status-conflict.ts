import { AppError } from '../api/app-error.ts';

/** `conflict_status` that names the present status: "The campaign is archived now, so it cannot be paused." */
export function statusConflict(subject: string, status: string, cannot: string): AppError {
  return new AppError('conflict_status', {
    message: `The ${subject} is ${status} now, so it cannot be ${cannot}.`,
  });
}
