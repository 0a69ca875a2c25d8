import { useHoldsDialog } from '../unsaved-dialog.ts';
import { CodeBlock } from './code-block.tsx';

/**
 * A key, a secret or a link that nobody can be shown again. While it is there, its dialog closes by its own button alone: a
 * click beside it lost it for good.
 */
export function CodeShownOnce(props: { code: string; label: string }) {
  useHoldsDialog(true);
  return <CodeBlock {...props} />;
}
