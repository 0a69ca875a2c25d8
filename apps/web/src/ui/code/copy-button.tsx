import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { copyText } from '../../lib/copy-text.ts';
import { toast } from '../../lib/toast-store.ts';

const SHOW_COPIED_MS = 2_000;

/** Puts a text on the clipboard and says so. `label`: what it copies, where the button stands beside several. */
export function CopyButton({
  text,
  label,
  className,
}: {
  text: string;
  label?: string;
  className?: string | undefined;
}) {
  const t = useTexts(uiTexts);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), SHOW_COPIED_MS);
    } catch {
      toast.failure(t('copyFailed'));
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      className={`on-screen ${className ?? ''}`}
      aria-label={label === undefined || copied ? undefined : label}
      onClick={() => void copy()}
    >
      <Icon size={14} aria-hidden />
      <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
    </button>
  );
}
