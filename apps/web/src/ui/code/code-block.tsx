import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { toast } from '../../lib/toast-store.ts';
import classes from './code.module.css';
import { highlight } from './highlight.ts';

const SHOW_COPIED_MS = 2_000;

/** Highlighted code with one-click copy. `label` says what it is: "SDK script". */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  const t = useTexts(uiTexts);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
      setTimeout(() => setCopied(false), SHOW_COPIED_MS);
    } catch {
      toast.failure(t('copyFailed'));
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <figure className={classes.block} style={{ marginInline: 0 }} aria-label={label}>
      <pre>
        <code>
          {highlight(code).map((token, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
            <span key={index} className={token.kind === 'plain' ? undefined : classes[token.kind]}>
              {token.text}
            </span>
          ))}
        </code>
      </pre>
      <button type="button" className={classes.copy} onClick={() => void copy()}>
        <Icon size={14} aria-hidden />
        <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
      </button>
    </figure>
  );
}
