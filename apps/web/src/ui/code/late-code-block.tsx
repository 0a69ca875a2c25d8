import { lazy, Suspense } from 'react';

const CodeBlock = lazy(() => import('./code-block.tsx').then((module) => ({ default: module.CodeBlock })));

/** For pages that show code only at times: it is fetched when there is some. */
export function LateCodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <Suspense fallback={<div style={{ minHeight: 120 }} aria-busy />}>
      <CodeBlock code={code} label={label} />
    </Suspense>
  );
}
