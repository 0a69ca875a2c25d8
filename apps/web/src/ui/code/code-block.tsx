import classes from './code.module.css';
import { CopyButton } from './copy-button.tsx';
import { highlight } from './highlight.ts';

const LOOKS = {
  tag: 'bad',
  attribute: 'warn',
  string: 'good',
  comment: 'faint',
  keyword: 'accent',
} as const;

/** Highlighted code with one-click copy. `label` says what it is: "SDK script". */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure
      className={`framed anchor above-8 sunken clipped ${classes.block}`}
      style={{ marginInline: 0 }}
      aria-label={label}
    >
      <pre className="no-margin mono pre-wrap breaks">
        <code>
          {highlight(code).map((token, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
            <span key={index} className={token.kind === 'plain' ? undefined : LOOKS[token.kind]}>
              {token.text}
            </span>
          ))}
        </code>
      </pre>
      <CopyButton text={code} className={`inline-row gap-6 small-button ${classes.copy}`} />
    </figure>
  );
}
