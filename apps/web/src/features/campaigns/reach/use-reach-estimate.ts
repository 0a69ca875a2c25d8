import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import type { AdSetValues } from '../ad-set-values.ts';
import { type ReachCampaign, type ReachQuestion, reachQuestionOf } from './reach-question.ts';

const PAUSE_MS = 400;
/** The server looks at whole days and reads them anew every ten minutes. */
const STALE_MS = 5 * 60_000;

/** The value once it has stopped changing; the first at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

export type AskedReach = {
  readonly values: AdSetValues;
  readonly campaign: ReachCampaign;
  readonly adSetId?: number | null;
};

/** What is asked about the ad set being typed, again when the typing pauses; whoever asks the same shares one answer. */
export function useReachEstimate({ values, campaign, adSetId = null }: AskedReach) {
  const text = useSettled(JSON.stringify(reachQuestionOf(values, campaign, adSetId)));
  const question = JSON.parse(text) as ReachQuestion | null;
  const query = useQuery({
    // Apart from the campaigns' own queries: a saved campaign changes nothing about the network's traffic.
    queryKey: ['reach', text],
    queryFn:
      question === null ? skipToken : ({ signal }) => api.campaigns.estimateReach(question, { signal }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
  return { question, query };
}
