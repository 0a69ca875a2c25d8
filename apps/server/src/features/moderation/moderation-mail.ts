import type { MailText } from '../../mail/texts.ts';

type Facts = { readonly network: string; readonly name: string; readonly url: string };

export function takeDownMail({ network, name, url, text }: Facts & { readonly text: string }): MailText {
  return {
    subject: `Your creative “${name}” was taken down`,
    body: `Your creative “${name}” was taken down by ${network}. It is shown nowhere any more, and this cannot be undone.

${text}

${url}
`,
  };
}

export function suspensionMail({ network, name, url, text }: Facts & { readonly text: string }): MailText {
  return {
    subject: `Your website ${name} was suspended`,
    body: `Your website ${name} was suspended by ${network}: its widgets show no ads any more. Only ${network} can activate it again.

${text}

Once what is said here is mended, answer this mail or contact your administrator.
${url}
`,
  };
}

export function activationMail({ network, name, url }: Facts): MailText {
  return {
    subject: `Your website ${name} is active again`,
    body: `${network} has lifted the suspension of your website ${name}. Its widgets show ads again.

${url}
`,
  };
}
