import { Panel } from './panel.tsx';
import { FailedState } from './states.tsx';

/** In the place of a panel that most people have none of: that it could not be asked for doesn't mean that there is nothing. */
export function FailedPanel({
  title,
  failed,
  query,
}: {
  title: string;
  failed: string;
  query: { readonly error: unknown; readonly refetch: () => unknown };
}) {
  return (
    <Panel title={title}>
      <FailedState title={failed} error={query.error} onRetry={() => void query.refetch()} />
    </Panel>
  );
}
