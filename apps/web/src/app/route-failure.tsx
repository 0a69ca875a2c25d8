import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, INVALID_ANSWER } from '../lib/faults/api-error.ts';
import { Failure } from '../ui/failure.tsx';
import { NotFoundPage } from './not-found.tsx';

function textKey(error: unknown): 'failure.text' | 'failure.offline' | 'invalidAnswer' {
  if (!navigator.onLine) return 'failure.offline';
  if (!(error instanceof ApiError)) return 'failure.text';
  if (error.code === INVALID_ANSWER) return 'invalidAnswer';
  return error.status === 0 ? 'failure.offline' : 'failure.text';
}

/** The error boundary of every route. Other people's things look like missing ones; a 404 says what is missing. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => console.error(error), [error]);
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage missing={error.message} />;
  if (error instanceof ApiError && error.status === 403) return <NotFoundPage />;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <Failure text={textKey(error)} page onRetry={retry} />;
}
